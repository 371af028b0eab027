import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import type { Context, Handler } from "../context.ts";
import { listErased } from "./list-erased.ts";

export const listErasedPlaces = ({ database }: Context): Handler<"listErasedPlaces"> => {
  return async ({ apiKeyId, jobId, kind, pageSize, pageToken }) => {
    const place = kind === ErasedPlaceKind.FOLDER ? "folder" : "document";
    const { ids, next } = await listErased(database, { apiKeyId, jobId }, place, pageToken, pageSize || undefined);
    return { ids, nextPageToken: next ?? "" };
  };
};
