import { failed, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { organizationMissing } from "../batches/results.ts";
import { changeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { existingFolders } from "../folders/folders.store.ts";
import { shareOrganizations } from "../organizations/organization-locks.store.ts";
import { documentChanges, documentResults, isPlaceable, namedFolders } from "./document-changes.ts";
import { type DocumentChange, setDocumentsDisabled as setRows, updateDocuments as updateRows } from "./documents.store.ts";

export const updateDocuments = (context: Context): Handler<"updateDocuments"> => {
  return async ({ apiKeyId, organizationId, documents, replaceMetadata }) => {
    const { database, limits } = context;
    const { metadataBytes } = limits;
    const changes = documentChanges(documents);
    if (changes.some(({ folderId }) => folderId !== null))
      return { results: await moveAndChange(context, { apiKeyId, organizationId }, changes, replaceMetadata) };

    // If no document is moved, one statement is enough, and it need not wait for changes of the folders.
    const outcomes = await changeThings(changes, metadataBytes, (items) =>
      updateRows(database, { apiKeyId, organizationId }, items, metadataBytes, replaceMetadata),
    );
    return { results: documentResults(changes, outcomes, { organizationId, folders: new Set(), limits }) };
  };
};

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

function moveAndChange(
  { database, limits }: Context,
  { apiKeyId, organizationId }: Organization,
  changes: readonly DocumentChange[],
  replaceMetadata: boolean,
) {
  return database.transaction(async (tx) => {
    const found = await shareOrganizations(tx, apiKeyId, [organizationId]);
    if (found.size === 0) return changes.map(organizationMissing(organizationId));
    const folders = await existingFolders(tx, apiKeyId, organizationId, namedFolders(changes));
    const placeable = changes.filter((change) => isPlaceable(change, folders));
    const outcomes = await changeThings(placeable, limits.metadataBytes, (items) =>
      updateRows(tx, { apiKeyId, organizationId }, items, limits.metadataBytes, replaceMetadata),
    );
    return documentResults(changes, outcomes, { organizationId, folders, limits });
  });
}

export const setDocumentsDisabled = ({ database }: Context): Handler<"setDocumentsDisabled"> => {
  return async ({ apiKeyId, organizationId, documentIds, disabled }) => {
    const ids = [...new Set(documentIds)];
    const found = await setRows(database, { apiKeyId, organizationId }, ids, disabled);
    const state = disabled ? "disabled" : "enabled";
    return {
      results: ids.map((id) =>
        found.has(id)
          ? succeeded(id, `The document is ${state}.`)
          : failed(id, "not_found", `The document ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`),
      ),
    };
  };
};
