import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { organizationRef } from "../places/fragments.ts";
import { documents, folders, organizations } from "../schema.ts";

/** The place, and the time before which it existed. */
export interface OlderThan {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly requestedAtMs: number;
}

const place = { apiKeyId: types.text, organizationId: types.text, requestedAtMs: types.bigint };
const isOlder = "created_at_ms <= $requestedAtMs";

const selectOrganizations = statement(
  "directory.older_organizations",
  { ...place, apiKeyId: organizations.apiKeyId },
  { id: organizations.organizationId },
  `select organization_id as id from organizations where api_key_id = $apiKeyId and organization_id = $organizationId and ${isOlder}`,
);

/** The organization, if it existed before the erasure was requested. */
export async function olderOrganizations(tx: Db, within: OlderThan): Promise<string[]> {
  return (await tx.rows(selectOrganizations, within)).map(({ id }) => id);
}

const selectDocuments = statement(
  "directory.older_documents",
  { ...place, apiKeyId: documents.apiKeyId, ids: listOf(types.text) },
  { id: documents.documentId },
  `select document_id as id from documents
   where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and document_id = any($ids::text[]) and ${isOlder}`,
);

/** Those of the documents that existed before the erasure was requested. */
export async function olderDocuments(tx: Db, within: OlderThan, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(selectDocuments, { ...within, ids })).map(({ id }) => id);
}

const selectFolders = statement(
  "directory.older_folders",
  { ...place, apiKeyId: folders.apiKeyId, ids: listOf(types.text) },
  { id: folders.folderId },
  `select folder_id as id from folders
   where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = any($ids::text[]) and ${isOlder}`,
);

/** Those of the folders that existed before the erasure was requested. */
export async function olderFolders(tx: Db, within: OlderThan, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(selectFolders, { ...within, ids })).map(({ id }) => id);
}
