import { mergeRemovals } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
import { erasures } from "./owner.ts";

export const listRemovals = ({ database, directory }: Context): Handler<"listRemovals"> => {
  return async ({ apiKeyId, jobId, openOnly, pageSize, pageToken }) => {
    const request = { apiKeyId, jobId, openOnly, pageSize, pageToken };
    const pages = await Promise.all([erasures.listRemovals(database, request), directory.listRemovals(request)]);
    return mergeRemovals(pages, pageSize);
  };
};
