import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { type Change, columnsOf } from "../batches/batch.ts";
import { accessChanged } from "../places/access-changed.store.ts";
import { fits, itemsInFolders, merged, organizationRef } from "../places/fragments.ts";
import { deletedPlaces, documents, folders, nowMs, organizations, outbox } from "../schema.ts";

/** A change of a document; `folderId` null keeps its place (a new one: in no folder), `root` takes it out of any folder. */
export interface DocumentChange extends Change {
  readonly folderId: string | null;
}

interface Documents {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

const documentColumns = (changes: readonly DocumentChange[]) => ({
  ...columnsOf(changes),
  folderIds: changes.map(({ folderId }) => folderId),
});

/** Whether the document under the alias `d` exists for callers: it is in no folder, or in one that exists. */
const isThere = sql`(d.${documents.folderRef} = 0 or exists (select from ${folders} f
    where f.${folders.apiKeyId} = $apiKeyId and f.${folders.folderRef} = d.${documents.folderRef} offset 0))`;

/**
 * The existing documents of a batch, locked in the order of ids, so that two batches never deadlock. Existence is decided before waiting
 * for a lock: a document that is moved meanwhile is still the same document.
 */
const locked = (batch: Sql) => sql`
  found as materialized (
    select i.*, d.${documents.documentRef}
    from ${batch} join ${documents} d on d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = ${organizationRef}
      and d.${documents.documentId} = i.id
    where ${isThere}
  ), locked as materialized (
    select i.*
    from found i join ${documents} d on d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = ${organizationRef}
      and d.${documents.documentId} = i.id
    where d.${documents.documentRef} = i.${documents.documentRef}
    order by d.${documents.documentId} for update of d
  )`;

const ids = sql`unnest($ids::text[]) as i (id)`;
const isLocked = sql`d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = ${organizationRef}
  and d.${documents.documentId} = i.id`;

const insert = statement(
  "directory.documents_insert",
  {
    apiKeyId: documents.apiKeyId,
    ...itemsInFolders.parameters,
    organizationId: organizations.organizationId,
  },
  { id: documents.documentId },
  sql`insert into ${documents} (${documents.apiKeyId}, ${documents.organizationRef}, ${documents.documentId}, ${documents.documentName},
    ${documents.metadata}, ${documents.folderRef})
   select $apiKeyId, o.${organizations.organizationRef}, i.id, i.name, i.metadata_set::jsonb, coalesce(f.${folders.folderRef}, 0)
   from ${itemsInFolders.from}
   join ${organizations} o on o.${organizations.apiKeyId} = $apiKeyId and o.${organizations.organizationId} = $organizationId
   left join ${folders} f on f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = o.${organizations.organizationRef}
     and f.${folders.folderId} = i.folder_id
   order by i.id collate "C"
   on conflict (${documents.apiKeyId}, ${documents.organizationRef}, ${documents.documentId}) do nothing
   returning ${documents.documentId} as id`,
);

/** Creates the missing documents, and returns their ids. Needs a shared lock of the organization; the folders must exist. */
export async function insertDocuments(tx: Db, documents: Documents, changes: readonly DocumentChange[]): Promise<string[]> {
  return (await tx.rows(insert, { ...documents, ...documentColumns(changes) })).map(({ id }) => id);
}

// What the given metadata is merged into.
const kept = sql`(case when $replaces then '{}' else d.${documents.metadata} end)`;

const update = statement(
  "directory.documents_update",
  {
    ...itemsInFolders.parameters,
    apiKeyId: documents.apiKeyId,
    organizationId: types.text,
    metadataBytes: types.integer,
    replaces: types.boolean,
  },
  { id: types.text, changed: types.boolean },
  sql`with ${locked(itemsInFolders.from)}, changed as (
     update ${documents} d
     set ${documents.documentName} = coalesce(i.name, d.${documents.documentName}),
       ${documents.metadata} = ${merged(kept)},
       ${documents.updatedAtMs} = ${nowMs},
       ${documents.folderRef} = case when i.folder_id is null then d.${documents.folderRef} else coalesce(
           (select ${folders.folderRef} from ${folders} where ${folders.apiKeyId} = $apiKeyId
             and ${folders.organizationRef} = ${organizationRef} and ${folders.folderId} = i.folder_id), 0) end
     from locked i
     where ${isLocked} and ${fits(kept)}
     returning d.${documents.documentId}
   )
   select id, false as changed from locked union all select ${documents.documentId}, true from changed`,
);

/**
 * Changes existing documents. First returns which exist, then which were changed, without those whose metadata would be too long. With
 * `replaces` the given metadata replaces what is stored. Needs a shared lock of the organization when one of them gets a folder, which must
 * exist.
 */
export function updateDocuments(
  db: Db,
  documents: Documents,
  changes: readonly DocumentChange[],
  metadataBytes: number,
  replaces = false,
): Promise<{ id: string; changed: boolean }[]> {
  return db.rows(update, { ...documents, metadataBytes, replaces, ...documentColumns(changes) });
}

const setDisabled = statement(
  "directory.documents_set_disabled",
  { ids: listOf(types.text), apiKeyId: documents.apiKeyId, organizationId: types.text, disabled: documents.disabled, ...eventParameters },
  { id: types.text },
  sql`with ${locked(ids)}, changed as (
     update ${documents} d set ${documents.disabled} = $disabled, ${documents.updatedAtMs} = ${nowMs} from locked i
     where ${isLocked} and d.${documents.disabled} <> $disabled
     returning d.${documents.documentId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select id from locked`,
);

/** Sets the state of the documents that exist, and returns their ids. */
export async function setDocumentsDisabled(db: Db, documents: Documents, ids: readonly string[], disabled: boolean): Promise<Set<string>> {
  return new Set(
    (await db.rows(setDisabled, { ...documents, ids, disabled, ...accessChanged(documents.apiKeyId, [documents.organizationId]) })).map(
      ({ id }) => id,
    ),
  );
}

const isChanged = sql`exists (select from changed)`;

const setAccessType = statement(
  "directory.documents_set_access_type",
  {
    ids: listOf(types.text),
    apiKeyId: documents.apiKeyId,
    organizationId: types.text,
    accessType: documents.accessType,
    ...eventParameters,
  },
  { id: types.text },
  sql`with ${locked(ids)}, changed as (
     update ${documents} d set ${documents.accessType} = $accessType, ${documents.updatedAtMs} = ${nowMs} from locked i
     where ${isLocked} and d.${documents.accessType} <> $accessType
     returning d.${documents.documentId}
   ), ${enqueue(outbox, isChanged)}
   select id from locked`,
);

/** Sets the access type of the documents that exist, and returns their ids. */
export async function setDocumentsAccessType(
  db: Db,
  documents: Documents,
  ids: readonly string[],
  accessType: string,
): Promise<Set<string>> {
  const news = accessChanged(documents.apiKeyId, [documents.organizationId]);
  return new Set((await db.rows(setAccessType, { ...documents, ids, accessType, ...news })).map(({ id }) => id));
}

const remove = statement(
  "directory.documents_delete",
  { ids: listOf(types.text), apiKeyId: documents.apiKeyId, organizationId: deletedPlaces.organizationId },
  { ids: narrowed<string[]>(listOf(types.text)) },
  sql`with ${locked(ids)}, gone as (
     delete from ${documents} d using locked i where ${isLocked} returning d.${documents.organizationRef}, d.${documents.documentId},
       d.${documents.documentRef}
   )
   insert into ${deletedPlaces} (${deletedPlaces.apiKeyId}, ${deletedPlaces.kind}, ${deletedPlaces.organizationId}, ${deletedPlaces.organizationRef},
     ${deletedPlaces.documentIds}, ${deletedPlaces.documentRefs})
   select $apiKeyId, 'document', $organizationId, ${documents.organizationRef}, array_agg(${documents.documentId}),
     array_agg(${documents.documentRef}) from gone group by ${documents.organizationRef}
   returning ${deletedPlaces.documentIds} as ids`,
);

/** Deletes the documents that exist, records their erasure, and returns their ids. */
export async function deleteDocuments(db: Db, documents: Documents, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.row(remove, { ...documents, ids }))?.ids);
}

/** The number of documents of an API key, including those that wait for erasure. */
export const countDocuments = rowCount("directory.documents_count_part", documents.apiKeyId, [
  documents.organizationRef,
  documents.documentId,
]);
