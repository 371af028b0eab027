import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import type { Context, Handler } from "../context.ts";
import { listErased, listLive } from "./list-erased.ts";

export const listErasedPlaces = ({ database, trees }: Context): Handler<"listErasedPlaces"> => {
  return async ({ apiKeyId, jobId, organizationId, folderId, kind, pageSize, pageToken }) => {
    const place = kind === ErasedPlaceKind.FOLDER ? "folder" : "document";
    const size = pageSize || undefined;
    const { ids, next } =
      jobId === ""
        ? await listLive({ database, trees }, { apiKeyId, organizationId, folderId }, place, pageToken, size)
        : await listErased(database, { apiKeyId, jobId }, place, pageToken, size);
    return { ids, nextPageToken: next ?? "" };
  };
};
