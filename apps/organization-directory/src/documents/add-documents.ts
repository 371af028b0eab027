import { organizationMissing } from "../batches/results.ts";
import { storeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { createFolders, existingFolders } from "../folders/folders.store.ts";
import { shareOrganizations } from "../organizations/organization-locks.store.ts";
import { clearHiddenDocuments, createOrganizations } from "../places/places.store.ts";
import { documentChanges, documentResults, isPlaceable, namedFolders } from "./document-changes.ts";
import { insertDocuments, updateDocuments } from "./documents.store.ts";

export const addDocuments = ({ database, limits }: Context): Handler<"addDocuments"> => {
  return async ({ apiKeyId, organizationId, documents, createOrganization, createFolder }) => {
    const changes = documentChanges(documents);
    await limits.documents.prepare(apiKeyId, changes.length);
    // Before the transaction: a transaction that has locked an organization never waits for another one.
    if (createOrganization) await createOrganizations(database, apiKeyId, [organizationId]);

    const results = await database.transaction(async (tx) => {
      const found = await shareOrganizations(tx, apiKeyId, [organizationId]);
      if (found.size === 0) return changes.map(organizationMissing(organizationId));
      const named = namedFolders(changes);
      const inOrganization = (ids: readonly string[]) => ids.map(() => organizationId);
      if (createFolder) await createFolders(tx, apiKeyId, inOrganization(named), named);
      const folders = await existingFolders(tx, apiKeyId, organizationId, named);

      const placeable = changes.filter((change) => isPlaceable(change, folders));
      const ids = placeable.map(({ id }) => id);
      if (await clearHiddenDocuments(tx, apiKeyId, inOrganization(ids), ids)) await beginRemovals(tx, apiKeyId);
      const outcomes = await storeThings(
        placeable,
        limits.metadataBytes,
        (items) => insertDocuments(tx, { apiKeyId, organizationId }, items),
        (items) => updateDocuments(tx, { apiKeyId, organizationId }, items, limits.metadataBytes),
        (items, insert) => limits.documents.admit(apiKeyId, items, insert, (created) => created.length),
      );
      return documentResults(changes, outcomes, { organizationId, folders, limits });
    });
    return { results };
  };
};
