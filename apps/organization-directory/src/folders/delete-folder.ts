import { invalid, rootFolderId } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import { admitTogether } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { lockOrganization } from "../organizations/organization-locks.store.ts";
import { folderNotFound, organizationNotFound } from "../places/missing.ts";
import { deleteSubtree } from "./folder-tree.store.ts";

export const deleteFolder = ({ database, limits }: Context): Handler<"deleteFolder"> => {
  return async ({ apiKeyId, organizationId, folderId }) => {
    if (folderId === rootFolderId) throw invalid("folder_id", `folder_id must not be ${rootFolderId}: it stands for no folder.`);
    const demand = { quota: limits.removals, wanted: 1, addedBy: () => 1 };
    return admitTogether(apiKeyId, [demand], () =>
      database.transaction(async (tx) => {
        if (!(await lockOrganization(tx, apiKeyId, organizationId))) throw organizationNotFound(organizationId);
        const foldersDeleted = await deleteSubtree(tx, apiKeyId, organizationId, folderId);
        if (foldersDeleted === 0) refuseUnlessRepeated(folderNotFound(organizationId, folderId));
        else await beginRemovals(tx, apiKeyId);
        return { foldersDeleted };
      }),
    );
  };
};
