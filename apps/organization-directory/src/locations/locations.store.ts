import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type Change, columnsOf } from "../batches/batch.ts";
import { fits, items, merged, organizationRef } from "../places/fragments.ts";
import { deletedPlaces, documents, folders, locations, nowMs } from "../schema.ts";

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

/** SQL: the document's ref for its id. It is null, and so equal to nothing, when there is no such document or its folder was deleted. */
const documentRef = sql`(select d.${documents.documentRef} from ${documents} d
  where d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = ${organizationRef}
    and d.${documents.documentId} = $documentId
    and (d.${documents.folderRef} = 0 or exists (select from ${folders} f
      where f.${folders.apiKeyId} = $apiKeyId and f.${folders.folderRef} = d.${documents.folderRef})))`;

const exists = statement(
  "directory.document_exists",
  { apiKeyId: types.text, organizationId: types.text, documentId: types.text },
  { documentRef: nullable(types.bigint) },
  sql`select ${documentRef} as document_ref`,
);

export async function documentExists(db: Db, document: OfDocument): Promise<boolean> {
  return typeof (await db.row(exists, document))?.documentRef === "number";
}

const pageWhere = (condition: Sql) => sql`
  select ${locations.locationId} as id, ${locations.locationName}, ${locations.metadata}, ${locations.createdAtMs},
    coalesce(${locations.updatedAtMs}, ${locations.createdAtMs}) as updated_at_ms from ${locations}
  where ${locations.apiKeyId} = $apiKeyId and ${locations.documentRef} = ${documentRef} and ${condition}
    and ${locations.locationId} > $after
  order by ${locations.locationId} limit $limit`;

const selectAll = statement(
  "directory.locations",
  { apiKeyId: types.text, organizationId: types.text, documentId: types.text, after: types.text, limit: types.bigint },
  locationRow,
  pageWhere(sql`true`),
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
  pageWhere(sql`${locations.locationId} = any($ids::text[])`),
);

/** One page of locations in the order of ids: all of the document, or the named ones. */
export function selectLocations(db: Db, page: Page, ids: readonly string[]): Promise<LocationRow[]> {
  return ids.length === 0 ? db.pageRows(selectAll, page) : db.pageRows(selectByIds, { ...page, ids });
}

const insert = statement(
  "directory.locations_insert",
  {
    apiKeyId: locations.apiKeyId,
    ...items.parameters,
    organizationId: types.text,
    documentId: types.text,
  },
  { id: locations.locationId },
  sql`insert into ${locations} (${locations.apiKeyId}, ${locations.documentRef}, ${locations.locationId}, ${locations.locationName},
    ${locations.metadata})
   select $apiKeyId, d.document_ref, i.id, i.name, i.metadata_set::jsonb
   from ${items.from} cross join (select ${documentRef} as document_ref) d
   where d.document_ref is not null
   order by i.id collate "C"
   on conflict (${locations.apiKeyId}, ${locations.documentRef}, ${locations.locationId}) do nothing
   returning ${locations.locationId} as id`,
);

/** Creates the missing locations, if the document exists, and returns their ids. */
export async function insertLocations(db: Db, document: OfDocument, changes: readonly Change[]): Promise<string[]> {
  return (await db.rows(insert, { ...document, ...columnsOf(changes) })).map(({ id }) => id);
}

const update = statement(
  "directory.locations_update",
  {
    ...items.parameters,
    apiKeyId: locations.apiKeyId,
    organizationId: types.text,
    documentId: types.text,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  sql`with locked as materialized (
     select i.*, t.${locations.documentRef}
     from ${items.from} join ${locations} t on t.${locations.apiKeyId} = $apiKeyId and t.${locations.documentRef} = ${documentRef}
       and t.${locations.locationId} = i.id
     order by t.${locations.locationId} for no key update of t
   ), changed as (
     update ${locations} t
     set ${locations.locationName} = coalesce(i.name, t.${locations.locationName}),
       ${locations.metadata} = ${merged(sql`t.${locations.metadata}`)},
       ${locations.updatedAtMs} = ${nowMs}
     from locked i
     where t.${locations.apiKeyId} = $apiKeyId and t.${locations.documentRef} = i.${locations.documentRef}
       and t.${locations.locationId} = i.id and ${fits(sql`t.${locations.metadata}`)}
     returning t.${locations.locationId}
   )
   select id, false as changed from locked union all select ${locations.locationId}, true from changed`,
);

/** Changes existing locations. First returns which exist, then which were changed, without those whose metadata would be too long. */
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
  { apiKeyId: locations.apiKeyId, organizationId: deletedPlaces.organizationId, documentId: types.text, ids: listOf(types.text) },
  { ids: narrowed<string[]>(listOf(types.text)) },
  sql`with locked as materialized (
     select ${locations.documentRef}, ${locations.locationId} from ${locations}
     where ${locations.apiKeyId} = $apiKeyId and ${locations.documentRef} = ${documentRef} and ${locations.locationId} = any($ids::text[])
     order by ${locations.locationId} for update
   ), gone as (
     delete from ${locations} t using locked l
     where t.${locations.apiKeyId} = $apiKeyId and t.${locations.documentRef} = l.${locations.documentRef}
       and t.${locations.locationId} = l.${locations.locationId}
     returning t.${locations.documentRef}, t.${locations.locationId}
   )
   insert into ${deletedPlaces} (${deletedPlaces.apiKeyId}, ${deletedPlaces.kind}, ${deletedPlaces.organizationId}, ${deletedPlaces.organizationRef},
     ${deletedPlaces.documentIds}, ${deletedPlaces.documentRefs}, ${deletedPlaces.locationIds})
   select $apiKeyId, 'location', $organizationId, ${organizationRef}, array[$documentId], array[${locations.documentRef}],
     array_agg(${locations.locationId})
   from gone group by ${locations.documentRef}
   returning ${deletedPlaces.locationIds} as ids`,
);

/** Deletes existing locations, records their erasure, and returns their ids. */
export async function deleteLocations(db: Db, document: OfDocument, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.row(remove, { ...document, ids }))?.ids);
}

/** The number of locations of an API key, including those of deleted documents that wait for erasure. */
export const countLocations = rowCount("directory.locations_count_part", locations.apiKeyId, [locations.documentRef, locations.locationId]);
