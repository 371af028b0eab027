import type { GetFoldersRequest } from "@parley/contracts/organization-directory";
import type { Database, Db } from "@parley/database";
import { cutPage, invalid, rootFolderId } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { organizationExists } from "../organizations/organization-locks.store.ts";
import { pageOf } from "../paging/page.ts";
import { searchPageOf } from "../paging/search.ts";
import { folderNotFound, organizationNotFound } from "../places/missing.ts";
import { withPaths } from "./folder-paths.ts";
import { folderTrees } from "./folder-tree.ts";
import { existingFolders, searchFolders, selectFolders } from "./folders.store.ts";

export const getFolders = ({ database }: Context): Handler<"getFolders"> => {
  return async (request) => {
    const { apiKeyId, organizationId, folderId, parentFolderId, maxDepth } = request;
    if (request.search !== "") return findFolders(database, request);
    if (request.folderIds.length > 0 && parentFolderId !== "")
      throw invalid("parent_folder_id", "parentFolderId and folderIds exclude each other.");
    if (folderId !== "" && (request.folderIds.length > 0 || parentFolderId !== ""))
      throw invalid("folder_id", "folderId excludes folderIds and parentFolderId.");
    const folderIds = folderId === "" ? request.folderIds : [folderId];
    const { after, size, limit } = pageOf(request, folderIds.length > 0);
    const found = await selectFolders(database, { apiKeyId, organizationId, after, limit }, folderIds, parentFolderId);
    if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, parentFolderId || (after === "" ? folderId : ""));
    const place = { apiKeyId, organizationId };
    // The bytes of the paths count, because deep in the tree paths are longer than everything else.
    const { shown, nextPageToken } = cutPage(await withPaths(database, place, found), size, ({ id }) => [id]);
    return { folders: await folderTrees(database, place, shown, maxDepth), nextPageToken };
  };
};

async function findFolders(database: Database, request: GetFoldersRequest) {
  const { apiKeyId, organizationId, folderId, folderIds, parentFolderId, search, maxDepth } = request;
  if (folderId !== "" || folderIds.length > 0 || parentFolderId !== "")
    throw invalid(
      "search",
      "A search covers all folders of the organization: it cannot be combined with folder_id, folder_ids or parent_folder_id.",
    );
  const place = { apiKeyId, organizationId };
  const { size, ...page } = searchPageOf(request);
  const found = await searchFolders(database, { ...place, search, ...page });
  if (found.length === 0) await requireFolder(database, apiKeyId, organizationId, "");
  const names = new Map(found.map(({ id, searchedName }) => [id, searchedName]));
  const { shown, nextPageToken } = cutPage(await withPaths(database, place, found), size, ({ id }) => [names.get(id) ?? "", id]);
  return { folders: await folderTrees(database, place, shown, maxDepth), nextPageToken };
}

/** Fails with `not_found` when the organization, or the named folder in it, does not exist. Call it when a list is empty. */
export async function requireFolder(db: Db, apiKeyId: string, organizationId: string, folderId: string): Promise<void> {
  if (!(await organizationExists(db, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
  if (folderId === "" || folderId === rootFolderId) return;
  if (!(await existingFolders(db, apiKeyId, organizationId, [folderId])).has(folderId)) throw folderNotFound(organizationId, folderId);
}
