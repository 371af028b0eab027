import { cutPage, invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { pageOf } from "../paging/page.ts";
import { withPaths } from "./folder-paths.ts";
import { folderTrees } from "./folder-tree.ts";
import { selectFolders } from "./folders.store.ts";
import { requireFolder } from "./require-folder.ts";

export const getFolders = ({ database }: Context): Handler<"getFolders"> => {
  return async (request) => {
    const { apiKeyId, organizationId, folderId, parentFolderId, maxDepth } = request;
    if (request.folderIds.length > 0 && parentFolderId !== "")
      throw invalid("parent_folder_id", "parentFolderId and folderIds exclude each other.");
    if (folderId !== "" && (request.folderIds.length > 0 || parentFolderId !== ""))
      throw invalid("folder_id", "folderId excludes folderIds and parentFolderId.");
    const folderIds = folderId === "" ? request.folderIds : [folderId];
    const { after, size, limit } = pageOf(request, folderIds.length > 0);
    const found = await selectFolders(database, { apiKeyId, organizationId, after, limit }, folderIds, parentFolderId);
    if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, parentFolderId || (after === "" ? folderId : ""));
    const place = { apiKeyId, organizationId };
    // Paths count: deep down they are longer than everything else.
    const { shown, nextPageToken } = cutPage(await withPaths(database, place, found), size, ({ id }) => [id]);
    return { folders: await folderTrees(database, place, shown, maxDepth), nextPageToken };
  };
};
