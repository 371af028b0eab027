import { type Database, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { Erasure } from "@parley/erasure";
import type { PgColumn } from "drizzle-orm/pg-core";
import { organizationRef } from "../places/fragments.ts";
import { folderNotFound, organizationNotFound } from "../places/missing.ts";
import { subtreeOf, walkTrees } from "../places/subtree.store.ts";
import { documents, folders, locations, organizations } from "../schema.ts";

// The rows that a deletion of places would remove here, counted up to a limit: both those removed at once and those that its job removes.

const upTo = (rows: Sql) => sql`(select count(*) from (${rows} limit $limit) as counted)`;

const locationsOf = sql`(select count(*) from found) + ${upTo(sql`select from found f cross join lateral (
  select from ${locations} where ${locations.apiKeyId} = $apiKeyId and ${locations.documentRef} = f.ref
  order by ${locations.locationId} limit $limit) l`)}`;

const everyOf = (table: typeof documents | typeof folders, id: PgColumn, columns: Sql) => sql`select ${columns} from owners o
  cross join lateral (
    select * from ${table} where ${table.apiKeyId} = $apiKeyId and ${table.organizationRef} = o.ref order by ${id} limit $limit) t`;

const inOrganizations = statement(
  "directory.places_of_organizations_count",
  { apiKeyId: types.text, organizationIds: listOf(types.text), limit: types.bigint },
  { rows: types.bigint },
  sql`with owners as materialized (
     select ${organizations.organizationRef} as ref from ${organizations}
     where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = any($organizationIds::text[])),
   found as materialized (${everyOf(documents, documents.documentId, sql`t.${documents.documentRef} as ref`)} limit $limit)
   select (select count(*) from owners) + ${upTo(everyOf(folders, folders.folderId, sql``))} + ${locationsOf} as rows`,
);

const inFolder = statement(
  "directory.places_of_folder_count",
  { apiKeyId: types.text, organizationId: types.text, folderId: types.text, limit: types.bigint },
  { rows: types.bigint, hasOrganization: types.boolean },
  sql`with recursive ${subtreeOf},
   found as materialized (
     select d.ref from subtree s cross join lateral (
       select ${documents.documentRef} as ref from ${documents}
       where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef}
         and ${documents.folderRef} = s.${folders.folderRef} order by ${documents.documentId} limit $limit) d
     limit $limit)
   select (select count(*) from subtree) + ${locationsOf} as rows, ${organizationRef} is not null as has_organization`,
);

const ofDocuments = statement(
  "directory.places_of_documents_count",
  { apiKeyId: types.text, organizationId: types.text, documentIds: listOf(types.text), limit: types.bigint },
  { rows: types.bigint },
  sql`with found as materialized (
     select d.ref from unnest($documentIds::text[]) as i (id) cross join lateral (
       select ${documents.documentRef} as ref from ${documents}
       where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef} and ${documents.documentId} = i.id
       offset 0) d)
   select ${locationsOf} as rows`,
);

const ofLocations = statement(
  "directory.places_of_locations_count",
  { apiKeyId: types.text, organizationId: types.text, documentIds: listOf(types.text), locationIds: listOf(types.text) },
  { rows: types.bigint },
  sql`select count(*) as rows from ${documents} d cross join lateral (
     select from ${locations} where ${locations.apiKeyId} = $apiKeyId and ${locations.documentRef} = d.${documents.documentRef}
       and ${locations.locationId} = any($locationIds::text[])) l
   where d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = ${organizationRef}
     and d.${documents.documentId} = any($documentIds::text[])`,
);

/** The number of organizations, folders, documents and locations that would be removed. */
export async function countPlaces(database: Database, erasure: Erasure, limit: number): Promise<number> {
  const { apiKeyId, kind, scope } = erasure;
  const { organizationIds, documentIds, locationIds } = scope;
  const within = { apiKeyId, organizationId: organizationIds[0] ?? "", documentIds };
  const counted = async () => {
    if (kind === "organization") return database.row(inOrganizations, { apiKeyId, organizationIds, limit });
    if (kind === "document") return database.row(ofDocuments, { ...within, limit });
    return kind === "location" ? database.row(ofLocations, { ...within, locationIds }) : countInFolder(database, erasure, limit);
  };
  return (await counted())?.rows ?? 0;
}

function countInFolder(database: Database, { apiKeyId, scope }: Erasure, limit: number) {
  const [organizationId = "", folderId = ""] = [...scope.organizationIds, ...scope.folderIds];
  return database.transaction(async (tx) => {
    await walkTrees(tx);
    return tx.row(inFolder, { apiKeyId, organizationId, folderId, limit });
  });
}

/** Fails with `not_found` when the folder of a removal, or its organization, does not exist. */
export async function requireCountedFolder(database: Database, erasure: Erasure): Promise<void> {
  const [organizationId = "", folderId = ""] = [...erasure.scope.organizationIds, ...erasure.scope.folderIds];
  const found = await countInFolder(database, erasure, 1);
  if (found?.hasOrganization !== true) throw organizationNotFound(organizationId);
  if (found.rows === 0) throw folderNotFound(organizationId, folderId);
}
