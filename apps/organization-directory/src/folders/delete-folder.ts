import { invalid, rootFolderId } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { lockOrganization } from "../organizations/organization-locks.store.ts";
import { folderNotFound, organizationNotFound } from "../places/missing.ts";
import { deleteSubtree } from "./folder-tree.store.ts";

export const deleteFolder = ({ database }: Context): Handler<"deleteFolder"> => {
  return async ({ apiKeyId, organizationId, folderId }) => {
    if (folderId === rootFolderId) throw invalid("folder_id", `folder_id must not be ${rootFolderId}: that means no folder.`);
    return database.transaction(async (tx) => {
      if (!(await lockOrganization(tx, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
      const foldersDeleted = await deleteSubtree(tx, apiKeyId, organizationId, folderId);
      if (foldersDeleted === 0) refuseUnlessRepeated(folderNotFound(organizationId, folderId));
      else await beginRemovals(tx, apiKeyId);
      return { foldersDeleted };
    });
  };
};
