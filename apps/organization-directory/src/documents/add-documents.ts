import { organizationMissing } from "../batches/results.ts";
import { storeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { beginRemovals } from "../erasure/removals.ts";
import { createFolders, existingFolders } from "../folders/folders.store.ts";
import { createMissingOrganizations } from "../organizations/create-missing-organizations.ts";
import { shareOrganizations } from "../organizations/organization-locks.store.ts";
import { clearHiddenDocuments } from "../places/places.store.ts";
import { documentChanges, documentResults, isPlaceable, namedFolders } from "./document-changes.ts";
import { insertDocuments, updateDocuments } from "./documents.store.ts";

export const addDocuments = (context: Context): Handler<"addDocuments"> => {
  const { database, limits } = context;
  return async ({ apiKeyId, organizationId, documents, createOrganization, createFolder }) => {
    const changes = documentChanges(documents);
    const named = namedFolders(changes);
    await limits.documents.prepare(apiKeyId, changes.length);
    if (createFolder) await limits.folders.prepare(apiKeyId, named.length);
    if (createOrganization) await createMissingOrganizations(context, apiKeyId, [organizationId]);

    const results = await database.transaction(async (tx) => {
      const found = await shareOrganizations(tx, apiKeyId, [organizationId]);
      if (found.size === 0) return changes.map(organizationMissing(organizationId));
      const inOrganization = (ids: readonly string[]) => ids.map(() => organizationId);
      const known = await existingFolders(tx, apiKeyId, organizationId, named);
      const missing = createFolder ? named.filter((id) => !known.has(id)) : [];
      const create = () => createFolders(tx, apiKeyId, inOrganization(missing), missing);
      await limits.folders.admitAll(apiKeyId, missing.length, create, (created) => created);
      const folders = new Set([...known, ...missing]);

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
