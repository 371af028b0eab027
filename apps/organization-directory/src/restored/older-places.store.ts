import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { organizationRef } from "../places/fragments.ts";
import { documents, folders, organizations } from "../schema.ts";

/** The place, and the time before which it existed. */
export interface OlderThan {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly requestedAtMs: number;
}

const place = { apiKeyId: types.text, organizationId: types.text, requestedAtMs: types.bigint };
const isOlder = (createdAtMs: PgColumn) => sql`${createdAtMs} <= $requestedAtMs`;

const selectOrganizations = statement(
  "directory.older_organizations",
  { ...place, apiKeyId: organizations.apiKeyId },
  { id: organizations.organizationId },
  sql`select ${organizations.organizationId} as id from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = $organizationId
     and ${isOlder(organizations.createdAtMs)}`,
);

/** The organization, if it existed before the erasure was requested. */
export async function olderOrganizations(tx: Db, within: OlderThan): Promise<string[]> {
  return (await tx.rows(selectOrganizations, within)).map(({ id }) => id);
}

const selectDocuments = statement(
  "directory.older_documents",
  { ...place, apiKeyId: documents.apiKeyId, ids: listOf(types.text) },
  { id: documents.documentId },
  sql`select ${documents.documentId} as id from ${documents}
   where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef}
     and ${documents.documentId} = any($ids::text[]) and ${isOlder(documents.createdAtMs)}`,
);

/** The ids of the documents that existed before the erasure was requested. */
export async function olderDocuments(tx: Db, within: OlderThan, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(selectDocuments, { ...within, ids })).map(({ id }) => id);
}

const selectFolders = statement(
  "directory.older_folders",
  { ...place, apiKeyId: folders.apiKeyId, ids: listOf(types.text) },
  { id: folders.folderId },
  sql`select ${folders.folderId} as id from ${folders}
   where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef} and ${folders.folderId} = any($ids::text[])
     and ${isOlder(folders.createdAtMs)}`,
);

/** The ids of the folders that existed before the erasure was requested. */
export async function olderFolders(tx: Db, within: OlderThan, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(selectFolders, { ...within, ids })).map(({ id }) => id);
}
