import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import type { ErasureKind } from "@parley/erasure";
import { documents, folders, locations, removals } from "../schema.ts";

const removal = {
  removalId: removals.removalId,
  kind: narrowed<"organization" | "folder" | "document" | "location">(types.text),
  organizationId: removals.organizationId,
  folderIds: listOf(types.text),
  documentIds: listOf(types.text),
  locationIds: listOf(types.text),
  requestedAtMs: removals.requestedAtMs,
};

/** A recorded deletion whose job has not begun. */
export type Removal = ValuesOf<typeof removal>;

const selectNew = statement(
  "directory.removals_to_begin",
  { apiKeyId: removals.apiKeyId, limit: types.bigint },
  removal,
  `select removal_id, kind, organization_id, folder_ids, document_ids, location_ids, requested_at_ms from removals
   where api_key_id = $apiKeyId and job_id is null order by removal_id limit $limit for update skip locked`,
);

/** The deletions of an API key whose jobs have not begun; they stay locked by this transaction. */
export function selectNewRemovals(tx: Db, apiKeyId: string, limit: number): Promise<Removal[]> {
  return tx.rows(selectNew, { apiKeyId, limit });
}

const begin = statement(
  "directory.removal_begin",
  { jobId: types.text, apiKeyId: removals.apiKeyId, removalId: removals.removalId },
  {},
  "update removals set job_id = $jobId where api_key_id = $apiKeyId and removal_id = $removalId",
);

export async function beginRemoval(tx: Db, apiKeyId: string, removalId: number, jobId: string): Promise<void> {
  await tx.run(begin, { apiKeyId, removalId, jobId });
}

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

const remove = statement(
  "directory.removal_end",
  { apiKeyId: removals.apiKeyId, jobId: types.text },
  {},
  "delete from removals where api_key_id = $apiKeyId and job_id = $jobId",
);

/** Deletes the record of a deletion whose job is done. */
export async function deleteRemoval(tx: Db, { apiKeyId, jobId }: OfJob): Promise<void> {
  await tx.run(remove, { apiKeyId, jobId });
}

const selectKind = statement(
  "directory.removal_kind",
  { apiKeyId: removals.apiKeyId, jobId: types.text },
  { kind: removals.kind },
  "select kind from removals where api_key_id = $apiKeyId and job_id = $jobId",
);

export async function removalExists(db: Db, job: OfJob): Promise<boolean> {
  return (await db.row(selectKind, job)) !== undefined;
}

const place = {
  position: types.bigint,
  id: documents.documentId,
};

/** After which folder of the erasure's list (0: none), and after which of its documents. */
type Place = ValuesOf<typeof place>;

const ofRemoval = (column: string) => `(select ${column} from removals where api_key_id = $apiKeyId and job_id = $jobId)`;

// Folder by folder in the order of the list, the documents of each by the index: nothing is read that is not returned.
const ofFolders = (columns: string) => `
  select ${columns} from unnest(${ofRemoval("folder_refs")}) with ordinality as f (ref, position)
  cross join lateral (
    select document_id, document_ref from documents
    where api_key_id = $apiKeyId and organization_ref = ${ofRemoval("organization_ref")} and folder_ref = f.ref
      and document_id > case when f.position = $afterPosition then $afterId else '' end
    order by document_id limit $limit
  ) d
  where f.position >= $afterPosition
  order by f.position, d.document_id limit $limit`;

const selectDocuments = statement(
  "directory.removal_documents",
  { apiKeyId: types.text, jobId: types.text, afterPosition: types.bigint, afterId: types.text, limit: types.bigint },
  place,
  ofFolders("f.position, d.document_id as id"),
);

/** Documents of the folders of an erasure. */
export function selectRemovedDocuments(db: Db, job: OfJob, after: Place, limit: number): Promise<Place[]> {
  return db.rows(selectDocuments, { ...job, afterPosition: after.position, afterId: after.id, limit });
}

const selectFolders = statement(
  "directory.removal_folders",
  { apiKeyId: types.text, jobId: types.text, afterPosition: types.bigint, limit: types.bigint },
  { position: types.bigint, id: types.text },
  `select f.position, f.id from unnest(${ofRemoval("folder_ids")}) with ordinality as f (id, position)
   where f.position > $afterPosition order by f.position limit $limit`,
);

/** Folders of an erasure. */
export function selectRemovedFolders(db: Db, job: OfJob, after: Place, limit: number): Promise<Place[]> {
  return db.rows(selectFolders, { ...job, afterPosition: after.position, limit });
}

type Chunk = OfJob & { readonly limit: number };

const documentToDelete = {
  ref: documents.documentRef,
  id: documents.documentId,
  /** The position in the list of the erasure's folders; 0 when there is none. */
  position: types.integer,
};

/** A document to be erased. */
type DocumentToDelete = ValuesOf<typeof documentToDelete>;

const organizationDocuments = statement(
  "directory.erase_documents_of_organization",
  { apiKeyId: documents.apiKeyId, limit: types.bigint, jobId: types.text },
  documentToDelete,
  `select d.document_ref as ref, d.document_id as id, 0 as position from removals m
   cross join lateral (
     select document_ref, document_id from documents where api_key_id = $apiKeyId and organization_ref = m.organization_ref order by document_id limit $limit) d
   where m.api_key_id = $apiKeyId and m.job_id = $jobId and m.kind = 'organization'`,
);
const folderDocuments = statement(
  "directory.erase_documents_of_folders",
  { apiKeyId: types.text, jobId: types.text, afterPosition: types.bigint, afterId: types.text, limit: types.bigint },
  { position: types.bigint, ref: documents.documentRef, id: documents.documentId },
  ofFolders("f.position, d.document_ref as ref, d.document_id as id"),
);
const goneDocuments = statement(
  "directory.erase_documents_gone",
  { apiKeyId: removals.apiKeyId, jobId: types.text },
  { ref: types.bigint, id: types.text, position: types.integer },
  `select u.ref, u.id, 0 as position from removals m cross join lateral unnest(m.document_refs, m.document_ids) as u (ref, id)
   where m.api_key_id = $apiKeyId and m.job_id = $jobId and m.kind = 'document'`,
);

/** Documents of the erasure: the next remaining ones, from a folder on, or, of documents that are gone already, all. */
export function documentsToErase(tx: Db, { limit, ...job }: Chunk, kind: ErasureKind, afterPosition: number): Promise<DocumentToDelete[]> {
  if (kind === "organization") return tx.rows(organizationDocuments, { ...job, limit });
  return kind === "folder" ? tx.rows(folderDocuments, { ...job, limit, afterPosition, afterId: "" }) : tx.rows(goneDocuments, job);
}

const removeLocations = statement(
  "directory.erase_locations",
  { apiKeyId: locations.apiKeyId, documentRefs: listOf(types.bigint), limit: types.bigint },
  {},
  `delete from locations where api_key_id = $apiKeyId and ctid = any(array(
     select t.place from unnest($documentRefs::bigint[]) as d (ref)
     cross join lateral (select ctid as place from locations where api_key_id = $apiKeyId and document_ref = d.ref order by location_id limit $limit) t
     limit $limit))`,
);

/** Erases locations of documents; fewer than the limit only when none are left. */
export function eraseLocations(tx: Db, apiKeyId: string, documents: readonly DocumentToDelete[], limit: number): Promise<number> {
  return tx.run(removeLocations, { apiKeyId, documentRefs: documents.map(({ ref }) => ref), limit });
}

const removeDocuments = statement(
  "directory.erase_documents",
  { apiKeyId: documents.apiKeyId, jobId: types.text, documentIds: listOf(types.text), documentRefs: listOf(types.bigint) },
  {},
  `delete from documents where api_key_id = $apiKeyId
     and organization_ref = (select organization_ref from removals where api_key_id = $apiKeyId and job_id = $jobId)
     and document_id = any($documentIds::text[]) and document_ref = any($documentRefs::bigint[])`,
);

export function eraseDocuments(tx: Db, job: OfJob, documents: readonly DocumentToDelete[]): Promise<number> {
  return tx.run(removeDocuments, { ...job, documentIds: documents.map(({ id }) => id), documentRefs: documents.map(({ ref }) => ref) });
}

const removeFolders = statement(
  "directory.erase_folders",
  { apiKeyId: folders.apiKeyId, limit: types.bigint, jobId: types.text },
  {},
  `delete from folders where api_key_id = $apiKeyId and folder_ref = any(array(
     select f.folder_ref from removals m
     cross join lateral (
       select folder_ref from folders where api_key_id = $apiKeyId and organization_ref = m.organization_ref order by folder_id limit $limit) f
     where m.api_key_id = $apiKeyId and m.job_id = $jobId and m.kind = 'organization'))`,
);

/** Erases folders of a deleted organization. */
export function eraseFolders(tx: Db, chunk: Chunk): Promise<number> {
  return tx.run(removeFolders, chunk);
}

const withDocument = statement(
  "directory.organizations_with_document",
  { apiKeyId: documents.apiKeyId, documentId: documents.documentId },
  { organizationId: types.text },
  `with recursive o as (
     (select organization_id, organization_ref from organizations where api_key_id = $apiKeyId order by organization_id limit 1)
     union all
     select n.* from o cross join lateral (
       select organization_id, organization_ref from organizations where api_key_id = $apiKeyId and organization_id > o.organization_id
       order by organization_id limit 1) n
   )
   select o.organization_id from o
   cross join lateral (
     select from documents d
     where d.api_key_id = $apiKeyId and d.organization_ref = o.organization_ref and d.document_id = $documentId
       and (d.folder_ref = 0 or exists (select from folders f where f.api_key_id = $apiKeyId and f.folder_ref = d.folder_ref offset 0))
     limit 1) d
   limit 2`,
);

/** At most two organizations that have such a document. */
export async function organizationsWithDocument(db: Db, apiKeyId: string, documentId: string): Promise<string[]> {
  return (await db.rows(withDocument, { apiKeyId, documentId })).map(({ organizationId }) => organizationId);
}
