import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { accessChanged } from "../access/access-changed.store.ts";
import { type Change, columnsOf } from "../batches/batch.ts";
import { fits, itemsInFolders, merged, organizationRef } from "../places/fragments.ts";
import { documents, organizations, removals } from "../schema.ts";

/** A change of a document; `folderId` null keeps it where it is (a new one: in no folder), `root` takes it out of any. */
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
const isThere =
  "(d.folder_ref = 0 or exists (select from folders f where f.api_key_id = $apiKeyId and f.folder_ref = d.folder_ref offset 0))";

/**
 * The existing documents of a batch, locked in the order of ids, so that two batches never deadlock. Which exist is decided before waiting
 * for a lock: a document that is moved in the meantime is still the same document.
 */
const locked = (batch: string) => `
  found as materialized (
    select i.*, d.document_ref
    from ${batch} join documents d on d.api_key_id = $apiKeyId and d.organization_ref = ${organizationRef} and d.document_id = i.id
    where ${isThere}
  ), locked as materialized (
    select i.*
    from found i join documents d on d.api_key_id = $apiKeyId and d.organization_ref = ${organizationRef} and d.document_id = i.id
    where d.document_ref = i.document_ref
    order by d.document_id for update of d
  )`;

const ids = "unnest($ids::text[]) as i (id)";
const isLocked = `d.api_key_id = $apiKeyId and d.organization_ref = ${organizationRef} and d.document_id = i.id`;

const insert = statement(
  "directory.documents_insert",
  {
    apiKeyId: documents.apiKeyId,
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    folderIds: listOf(nullable(types.text)),
    organizationId: organizations.organizationId,
  },
  { id: documents.documentId },
  `insert into documents (api_key_id, organization_ref, document_id, document_name, metadata, folder_ref)
   select $apiKeyId, o.organization_ref, i.id, i.name, i.metadata_set::jsonb, coalesce(f.folder_ref, 0)
   from ${itemsInFolders}
   join organizations o on o.api_key_id = $apiKeyId and o.organization_id = $organizationId
   left join folders f on f.api_key_id = $apiKeyId and f.organization_ref = o.organization_ref and f.folder_id = i.folder_id
   order by i.id collate "C"
   on conflict (api_key_id, organization_ref, document_id) do nothing
   returning document_id as id`,
);

/** Creates those that do not exist, and returns their ids. Needs a shared lock of the organization; the folders must exist. */
export async function insertDocuments(tx: Db, documents: Documents, changes: readonly DocumentChange[]): Promise<string[]> {
  return (await tx.rows(insert, { ...documents, ...documentColumns(changes) })).map(({ id }) => id);
}

const update = statement(
  "directory.documents_update",
  {
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    folderIds: listOf(nullable(types.text)),
    apiKeyId: documents.apiKeyId,
    organizationId: types.text,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  `with ${locked(itemsInFolders)}, changed as (
     update documents d
     set document_name = coalesce(i.name, d.document_name), metadata = ${merged("d")}, updated_at_ms = now_ms(),
         folder_ref = case when i.folder_id is null then d.folder_ref else coalesce(
           (select folder_ref from folders where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = i.folder_id), 0) end
     from locked i
     where ${isLocked} and ${fits("d")}
     returning d.document_id
   )
   select id, false as changed from locked union all select document_id, true from changed`,
);

/**
 * Changes existing documents. Returns first which exist, then which were changed: not those whose metadata would be too long. Needs a
 * shared lock of the organization when one of them gets a folder, which must exist.
 */
export function updateDocuments(
  db: Db,
  documents: Documents,
  changes: readonly DocumentChange[],
  metadataBytes: number,
): Promise<{ id: string; changed: boolean }[]> {
  return db.rows(update, { ...documents, metadataBytes, ...documentColumns(changes) });
}

const setDisabled = statement(
  "directory.documents_set_disabled",
  { ids: listOf(types.text), apiKeyId: documents.apiKeyId, organizationId: types.text, disabled: documents.disabled, ...eventParameters },
  { id: types.text },
  `with ${locked(ids)}, changed as (
     update documents d set disabled = $disabled, updated_at_ms = now_ms() from locked i where ${isLocked} and d.disabled <> $disabled
     returning d.document_id
   ), ${enqueue("exists (select from changed)")}
   select id from locked`,
);

/** Sets the state of existing ones, and returns their ids. */
export async function setDocumentsDisabled(db: Db, documents: Documents, ids: readonly string[], disabled: boolean): Promise<Set<string>> {
  return new Set(
    (await db.rows(setDisabled, { ...documents, ids, disabled, ...accessChanged(documents.apiKeyId, [documents.organizationId]) })).map(
      ({ id }) => id,
    ),
  );
}

const remove = statement(
  "directory.documents_delete",
  { ids: listOf(types.text), apiKeyId: documents.apiKeyId, organizationId: removals.organizationId },
  { ids: narrowed<string[]>(listOf(types.text)) },
  `with ${locked(ids)}, gone as (
     delete from documents d using locked i where ${isLocked} returning d.organization_ref, d.document_id, d.document_ref
   )
   insert into removals (api_key_id, kind, organization_id, organization_ref, document_ids, document_refs)
   select $apiKeyId, 'document', $organizationId, organization_ref, array_agg(document_id), array_agg(document_ref) from gone group by organization_ref
   returning document_ids as ids`,
);

/** Deletes existing ones, records their erasure, and returns their ids. */
export async function deleteDocuments(db: Db, documents: Documents, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.row(remove, { ...documents, ids }))?.ids);
}
