import { notFound, shortened } from "@parley/kernel";
import { changeOf } from "../batches/batch.ts";
import type { Context, Handler } from "../context.ts";
import { existingFolders } from "../folders/folders.store.ts";
import { shareOrganizations } from "../organizations/organization-locks.store.ts";
import { nameIds, organizationNotFound } from "../places/missing.ts";
import { updateDocuments } from "./documents.store.ts";

export const moveDocuments = ({ database, limits }: Context): Handler<"moveDocuments"> => {
  return async ({ apiKeyId, organizationId, documentIds, folderId }) => {
    const ids = [...new Set(documentIds)];
    await database.transaction(async (tx) => {
      const found = await shareOrganizations(tx, apiKeyId, [organizationId]);
      if (found.size === 0) throw organizationNotFound(organizationId);
      const folderExists = (await existingFolders(tx, apiKeyId, organizationId, folderId === "root" ? [] : [folderId])).has(folderId);
      const changes = ids.map((id) => ({ ...changeOf(id, undefined, ""), folderId }));
      const moved = new Set((await updateDocuments(tx, { apiKeyId, organizationId }, changes, limits.metadataBytes)).map(({ id }) => id));

      // Fails the transaction, so that nothing is moved.
      const missing = ids.filter((id) => !moved.has(id));
      const parts = [
        ...(folderExists ? [] : [`the folder ${shortened(folderId)}`]),
        ...(missing.length === 0 ? [] : [`${missing.length === 1 ? "the document" : "the documents"} ${nameIds(missing)}`]),
      ];
      if (parts.length > 0)
        throw notFound(`Nothing was moved: the organization ${shortened(organizationId)} does not have ${parts.join(" and ")}.`);
    });
    return {};
  };
};
