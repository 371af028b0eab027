import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { requireFolder } from "../places/missing.ts";
import { cutPage, pageOf } from "../places/page.ts";
import { folderMessage } from "../places/wire.ts";
import { selectFolders } from "./folders.store.ts";

export const getFolders = ({ database }: Context): Handler<"getFolders"> => {
  return async (request) => {
    const { apiKeyId, organizationId, folderIds, parentFolderId } = request;
    if (folderIds.length > 0 && parentFolderId !== "")
      throw invalid("parent_folder_id", "parent_folder_id and folder_ids exclude each other.");
    const { after, size, limit } = pageOf(request, folderIds.length > 0);
    const found = await selectFolders(database, { apiKeyId, organizationId, after, limit }, folderIds, parentFolderId);
    if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, parentFolderId);
    const { rows, nextPageToken } = cutPage(found, size);
    return { folders: rows.map(folderMessage), nextPageToken };
  };
};
