import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type Change, columnsOf } from "../batches/batch.ts";
import { fits, items, merged, organizationRef } from "../places/fragments.ts";
import { locations, removals } from "../schema.ts";

const locationRow = {
  id: locations.locationId,
  locationName: locations.locationName,
  metadata: locations.metadata,
  createdAtMs: locations.createdAtMs,
  updatedAtMs: types.bigint,
};

export type LocationRow = ValuesOf<typeof locationRow>;

/** The document of the locations. */
export interface OfDocument {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
}

type Page = OfDocument & { readonly after: string; readonly limit: number };

/** From ids to the document's ref: null, and so equal to nothing, when there is no such document or its folder was deleted. */
const documentRef = `(select d.document_ref from documents d
  where d.api_key_id = $apiKeyId and d.organization_ref = ${organizationRef} and d.document_id = $documentId
    and (d.folder_ref = 0 or exists (select from folders f where f.api_key_id = $apiKeyId and f.folder_ref = d.folder_ref)))`;

const exists = statement(
  "directory.document_exists",
  { apiKeyId: types.text, organizationId: types.text, documentId: types.text },
  { documentRef: nullable(types.bigint) },
  `select ${documentRef} as document_ref`,
);

export async function documentExists(db: Db, document: OfDocument): Promise<boolean> {
  return typeof (await db.row(exists, document))?.documentRef === "number";
}

const pageWhere = (condition: string) => `
  select location_id as id, location_name, metadata, created_at_ms, coalesce(updated_at_ms, created_at_ms) as updated_at_ms from locations
  where api_key_id = $apiKeyId and document_ref = ${documentRef} and ${condition} and location_id > $after
  order by location_id limit $limit`;

const selectAll = statement(
  "directory.locations",
  { apiKeyId: types.text, organizationId: types.text, documentId: types.text, after: types.text, limit: types.bigint },
  locationRow,
  pageWhere("true"),
);
const selectByIds = statement(
  "directory.locations_by_id",
  {
    apiKeyId: types.text,
    organizationId: types.text,
    documentId: types.text,
    ids: listOf(types.text),
    after: types.text,
    limit: types.bigint,
  },
  locationRow,
  pageWhere("location_id = any($ids::text[])"),
);

/** One page in the order of ids: of all locations of the document, or of the named ones. */
export function selectLocations(db: Db, page: Page, ids: readonly string[]): Promise<LocationRow[]> {
  return ids.length === 0 ? db.pageRows(selectAll, page) : db.pageRows(selectByIds, { ...page, ids });
}

const insert = statement(
  "directory.locations_insert",
  {
    apiKeyId: locations.apiKeyId,
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    organizationId: types.text,
    documentId: types.text,
  },
  { id: locations.locationId },
  `insert into locations (api_key_id, document_ref, location_id, location_name, metadata)
   select $apiKeyId, d.document_ref, i.id, i.name, i.metadata_set::jsonb
   from ${items} cross join (select ${documentRef} as document_ref) d
   where d.document_ref is not null
   order by i.id collate "C"
   on conflict (api_key_id, document_ref, location_id) do nothing
   returning location_id as id`,
);

/** Creates those that do not exist, if the document does, and returns their ids. */
export async function insertLocations(db: Db, document: OfDocument, changes: readonly Change[]): Promise<string[]> {
  return (await db.rows(insert, { ...document, ...columnsOf(changes) })).map(({ id }) => id);
}

const update = statement(
  "directory.locations_update",
  {
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    apiKeyId: locations.apiKeyId,
    organizationId: types.text,
    documentId: types.text,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  `with locked as materialized (
     select i.*, t.document_ref
     from ${items} join locations t on t.api_key_id = $apiKeyId and t.document_ref = ${documentRef} and t.location_id = i.id
     order by t.location_id for no key update of t
   ), changed as (
     update locations t
     set location_name = coalesce(i.name, t.location_name), metadata = ${merged("t")}, updated_at_ms = now_ms()
     from locked i
     where t.api_key_id = $apiKeyId and t.document_ref = i.document_ref and t.location_id = i.id and ${fits("t")}
     returning t.location_id
   )
   select id, false as changed from locked union all select location_id, true from changed`,
);

/** Changes existing ones. Returns first which exist, then which were changed: not those whose metadata would be too long. */
export function updateLocations(
  db: Db,
  document: OfDocument,
  changes: readonly Change[],
  metadataBytes: number,
): Promise<{ id: string; changed: boolean }[]> {
  return db.rows(update, { ...document, metadataBytes, ...columnsOf(changes) });
}

const remove = statement(
  "directory.locations_delete",
  { apiKeyId: locations.apiKeyId, organizationId: removals.organizationId, documentId: types.text, ids: listOf(types.text) },
  { ids: narrowed<string[]>(listOf(types.text)) },
  `with locked as materialized (
     select document_ref, location_id from locations
     where api_key_id = $apiKeyId and document_ref = ${documentRef} and location_id = any($ids::text[])
     order by location_id for update
   ), gone as (
     delete from locations t using locked l
     where t.api_key_id = $apiKeyId and t.document_ref = l.document_ref and t.location_id = l.location_id
     returning t.document_ref, t.location_id
   )
   insert into removals (api_key_id, kind, organization_id, organization_ref, document_ids, document_refs, location_ids)
   select $apiKeyId, 'location', $organizationId, ${organizationRef}, array[$documentId], array[document_ref], array_agg(location_id)
   from gone group by document_ref
   returning location_ids as ids`,
);

/** Deletes existing ones, records their erasure, and returns their ids. */
export async function deleteLocations(db: Db, document: OfDocument, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.row(remove, { ...document, ids }))?.ids);
}
