import { type Db, statement } from "@parley/database";
import type { ErasureKind } from "@parley/erasure";

/** A deletion that was recorded and whose job has not begun. */
export interface Removal {
  readonly removalId: number;
  readonly kind: Exclude<ErasureKind, "user" | "apiKey">;
  readonly organizationId: string;
  readonly folderIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly requestedAtMs: number;
}

const selectNew = statement<{ apiKeyId: string; limit: number }, Removal>(
  "directory.removals_to_begin",
  `select removal_id, kind, organization_id, folder_ids, document_ids, location_ids, requested_at_ms from removals
   where api_key_id = $apiKeyId and job_id is null order by removal_id limit $limit for update skip locked`,
);

/** The deletions of an API key whose jobs have not begun; they stay with this transaction. */
export function selectNewRemovals(tx: Db, apiKeyId: string, limit: number): Promise<Removal[]> {
  return tx.rows(selectNew, { apiKeyId, limit });
}

const begin = statement<{ apiKeyId: string; removalId: number; jobId: string }>(
  "directory.removal_begin",
  "update removals set job_id = $jobId where api_key_id = $apiKeyId and removal_id = $removalId",
);

export async function beginRemoval(tx: Db, apiKeyId: string, removalId: number, jobId: string): Promise<void> {
  await tx.run(begin, { apiKeyId, removalId, jobId });
}

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

const remove = statement<OfJob>("directory.removal_end", "delete from removals where api_key_id = $apiKeyId and job_id = $jobId");

/** Forgets a deletion whose job is done. */
export async function deleteRemoval(tx: Db, { apiKeyId, jobId }: OfJob): Promise<void> {
  await tx.run(remove, { apiKeyId, jobId });
}

const selectKind = statement<OfJob, { kind: string }>(
  "directory.removal_kind",
  "select kind from removals where api_key_id = $apiKeyId and job_id = $jobId",
);

export async function removalExists(db: Db, job: OfJob): Promise<boolean> {
  return (await db.row(selectKind, job)) !== undefined;
}

/** Behind which folder of the removal's list (0: none), and behind which of its documents. */
export interface Place {
  readonly position: number;
  readonly id: string;
}

type Page = OfJob & { readonly afterPosition: number; readonly afterId: string; readonly limit: number };

const ofRemoval = (column: string) => `(select ${column} from removals where api_key_id = $apiKeyId and job_id = $jobId)`;

// Folder by folder in the order of the list, the documents of each by the index: nothing is read that is not answered.
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

const selectDocuments = statement<Page, Place>("directory.removal_documents", ofFolders("f.position, d.document_id as id"));

/** Documents of the folders of a removal. */
export function selectRemovedDocuments(db: Db, job: OfJob, after: Place, limit: number): Promise<Place[]> {
  return db.rows(selectDocuments, { ...job, afterPosition: after.position, afterId: after.id, limit });
}

const selectFolders = statement<Omit<Page, "afterId">, Place>(
  "directory.removal_folders",
  `select f.position, f.id from unnest(${ofRemoval("folder_ids")}) with ordinality as f (id, position)
   where f.position > $afterPosition order by f.position limit $limit`,
);

/** Folders of a removal. */
export function selectRemovedFolders(db: Db, job: OfJob, after: Place, limit: number): Promise<Place[]> {
  return db.rows(selectFolders, { ...job, afterPosition: after.position, limit });
}

type Chunk = OfJob & { readonly limit: number };

/** A document that is to go. */
export interface DoomedDocument {
  readonly ref: number;
  readonly id: string;
  /** In the list of the removal's folders; 0 when there is none. */
  readonly position: number;
}

const organizationDocuments = statement<Chunk, DoomedDocument>(
  "directory.erase_documents_of_organization",
  `select d.document_ref as ref, d.document_id as id, 0 as position from removals m
   cross join lateral (
     select document_ref, document_id from documents where api_key_id = $apiKeyId and organization_ref = m.organization_ref order by document_id limit $limit) d
   where m.api_key_id = $apiKeyId and m.job_id = $jobId and m.kind = 'organization'`,
);
const folderDocuments = statement<Page, DoomedDocument>(
  "directory.erase_documents_of_folders",
  ofFolders("f.position, d.document_ref as ref, d.document_id as id"),
);
const goneDocuments = statement<OfJob, DoomedDocument>(
  "directory.erase_documents_gone",
  `select u.ref, u.id, 0 as position from removals m cross join lateral unnest(m.document_refs, m.document_ids) as u (ref, id)
   where m.api_key_id = $apiKeyId and m.job_id = $jobId and m.kind = 'document'`,
);

/** Documents of the removal: the next ones that are left, from a folder on, or, of documents that are gone already, all. */
export function documentsToErase(tx: Db, { limit, ...job }: Chunk, kind: ErasureKind, afterPosition: number): Promise<DoomedDocument[]> {
  if (kind === "organization") return tx.rows(organizationDocuments, { ...job, limit });
  return kind === "folder" ? tx.rows(folderDocuments, { ...job, limit, afterPosition, afterId: "" }) : tx.rows(goneDocuments, job);
}

const removeLocations = statement<{ apiKeyId: string; documentRefs: readonly number[]; limit: number }>(
  "directory.erase_locations",
  `delete from locations where api_key_id = $apiKeyId and ctid = any(array(
     select t.place from unnest($documentRefs::bigint[]) as d (ref)
     cross join lateral (select ctid as place from locations where api_key_id = $apiKeyId and document_ref = d.ref order by location_id limit $limit) t
     limit $limit))`,
);

/** Removes locations of documents; fewer than the limit only when no more are left. */
export function eraseLocations(tx: Db, apiKeyId: string, documents: readonly DoomedDocument[], limit: number): Promise<number> {
  return tx.run(removeLocations, { apiKeyId, documentRefs: documents.map(({ ref }) => ref), limit });
}

const removeDocuments = statement<OfJob & { documentIds: readonly string[]; documentRefs: readonly number[] }>(
  "directory.erase_documents",
  `delete from documents where api_key_id = $apiKeyId
     and organization_ref = (select organization_ref from removals where api_key_id = $apiKeyId and job_id = $jobId)
     and document_id = any($documentIds::text[]) and document_ref = any($documentRefs::bigint[])`,
);

export function eraseDocuments(tx: Db, job: OfJob, documents: readonly DoomedDocument[]): Promise<number> {
  return tx.run(removeDocuments, { ...job, documentIds: documents.map(({ id }) => id), documentRefs: documents.map(({ ref }) => ref) });
}

const removeFolders = statement<Chunk>(
  "directory.erase_folders",
  `delete from folders where api_key_id = $apiKeyId and folder_ref = any(array(
     select f.folder_ref from removals m
     cross join lateral (
       select folder_ref from folders where api_key_id = $apiKeyId and organization_ref = m.organization_ref order by folder_id limit $limit) f
     where m.api_key_id = $apiKeyId and m.job_id = $jobId and m.kind = 'organization'))`,
);

/** Removes folders of an organization that is gone. */
export function eraseFolders(tx: Db, chunk: Chunk): Promise<number> {
  return tx.run(removeFolders, chunk);
}

const withDocument = statement<{ apiKeyId: string; documentId: string }, { organizationId: string }>(
  "directory.organizations_with_document",
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
