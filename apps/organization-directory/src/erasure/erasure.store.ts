import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import type { ErasureKind } from "@parley/erasure";
import { deletedPlaces, documents, erasureJobs, folders, locations, organizations } from "../schema.ts";

const removal = {
  removalId: deletedPlaces.removalId,
  kind: narrowed<"organization" | "folder" | "document" | "location">(types.text),
  organizationId: deletedPlaces.organizationId,
  folderIds: listOf(types.text),
  documentIds: listOf(types.text),
  locationIds: listOf(types.text),
  requestedAtMs: deletedPlaces.requestedAtMs,
};

/** A recorded deletion whose job has not begun. */
export type Removal = ValuesOf<typeof removal>;

const selectNew = statement(
  "directory.removals_to_begin",
  { apiKeyId: deletedPlaces.apiKeyId, limit: types.bigint },
  removal,
  sql`select ${deletedPlaces.removalId}, ${deletedPlaces.kind}, ${deletedPlaces.organizationId}, ${deletedPlaces.folderIds}, ${deletedPlaces.documentIds},
    ${deletedPlaces.locationIds}, ${deletedPlaces.requestedAtMs} from ${deletedPlaces}
   where ${deletedPlaces.apiKeyId} = $apiKeyId and ${deletedPlaces.jobId} is null order by ${deletedPlaces.removalId} limit $limit for update skip locked`,
);

/** The deletions of an API key whose jobs have not begun; they stay locked by this transaction. */
export function selectNewRemovals(tx: Db, apiKeyId: string, limit: number): Promise<Removal[]> {
  return tx.rows(selectNew, { apiKeyId, limit });
}

const begin = statement(
  "directory.removal_begin",
  { jobId: types.text, apiKeyId: deletedPlaces.apiKeyId, removalId: deletedPlaces.removalId },
  {},
  sql`update ${deletedPlaces} set ${deletedPlaces.jobId} = $jobId where ${deletedPlaces.apiKeyId} = $apiKeyId and ${deletedPlaces.removalId} = $removalId`,
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
  { apiKeyId: deletedPlaces.apiKeyId, jobId: types.text },
  {},
  sql`delete from ${deletedPlaces} where ${deletedPlaces.apiKeyId} = $apiKeyId and ${deletedPlaces.jobId} = $jobId`,
);

/** Deletes the record of a deletion whose job is done. */
export async function deleteRemoval(tx: Db, { apiKeyId, jobId }: OfJob): Promise<void> {
  await tx.run(remove, { apiKeyId, jobId });
}

const selectKind = statement(
  "directory.removal_kind",
  { apiKeyId: deletedPlaces.apiKeyId, jobId: types.text },
  { kind: deletedPlaces.kind },
  sql`select ${deletedPlaces.kind} from ${deletedPlaces} where ${deletedPlaces.apiKeyId} = $apiKeyId and ${deletedPlaces.jobId} = $jobId`,
);

export async function removalExists(db: Db, job: OfJob): Promise<boolean> {
  return (await db.row(selectKind, job)) !== undefined;
}

const place = {
  position: types.bigint,
  id: documents.documentId,
};

/** A position: the folder in the erasure's list (0: none), and the document in it. */
type Place = ValuesOf<typeof place>;

const ofRemoval = (column: Sql) => sql`(select ${column} from ${deletedPlaces}
  where ${deletedPlaces.apiKeyId} = $apiKeyId and ${deletedPlaces.jobId} = $jobId)`;

// Reads folder by folder in the order of the list, and each folder's documents by the index, so that only returned rows are read.
const ofFolders = (columns: Sql) => sql`
  select ${columns} from unnest(${ofRemoval(sql`${deletedPlaces.folderRefs}`)}) with ordinality as f (ref, position)
  cross join lateral (
    select ${documents.documentId}, ${documents.documentRef} from ${documents}
    where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${ofRemoval(sql`${deletedPlaces.organizationRef}`)}
      and ${documents.folderRef} = f.ref
      and ${documents.documentId} > case when f.position = $afterPosition then $afterId else '' end
    order by ${documents.documentId} limit $limit
  ) d
  where f.position >= $afterPosition
  order by f.position, d.${documents.documentId} limit $limit`;

const selectDocuments = statement(
  "directory.removal_documents",
  { apiKeyId: types.text, jobId: types.text, afterPosition: types.bigint, afterId: types.text, limit: types.bigint },
  place,
  ofFolders(sql`f.position, d.${documents.documentId} as id`),
);

/** Documents of the folders of an erasure. */
export function selectRemovedDocuments(db: Db, job: OfJob, after: Place, limit: number): Promise<Place[]> {
  return db.rows(selectDocuments, { ...job, afterPosition: after.position, afterId: after.id, limit });
}

const selectFolders = statement(
  "directory.removal_folders",
  { apiKeyId: types.text, jobId: types.text, afterPosition: types.bigint, limit: types.bigint },
  { position: types.bigint, id: types.text },
  sql`select f.position, f.id from unnest(${ofRemoval(sql`${deletedPlaces.folderIds}`)}) with ordinality as f (id, position)
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
  /** The folder's position in the erasure's list; 0 when there is none. */
  position: types.integer,
};

/** A document to be erased. */
type DocumentToDelete = ValuesOf<typeof documentToDelete>;

const organizationDocuments = statement(
  "directory.erase_documents_of_organization",
  { apiKeyId: documents.apiKeyId, limit: types.bigint, jobId: types.text },
  documentToDelete,
  sql`select d.${documents.documentRef} as ref, d.${documents.documentId} as id, 0 as position from ${deletedPlaces} m
   cross join lateral (
     select ${documents.documentRef}, ${documents.documentId} from ${documents}
     where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = m.${deletedPlaces.organizationRef}
     order by ${documents.documentId} limit $limit) d
   where m.${deletedPlaces.apiKeyId} = $apiKeyId and m.${deletedPlaces.jobId} = $jobId and m.${deletedPlaces.kind} = 'organization'`,
);
const folderDocuments = statement(
  "directory.erase_documents_of_folders",
  { apiKeyId: types.text, jobId: types.text, afterPosition: types.bigint, afterId: types.text, limit: types.bigint },
  { position: types.bigint, ref: documents.documentRef, id: documents.documentId },
  ofFolders(sql`f.position, d.${documents.documentRef} as ref, d.${documents.documentId} as id`),
);
const goneDocuments = statement(
  "directory.erase_documents_gone",
  { apiKeyId: deletedPlaces.apiKeyId, jobId: types.text },
  { ref: types.bigint, id: types.text, position: types.integer },
  sql`select u.ref, u.id, 0 as position from ${deletedPlaces} m cross
   join lateral unnest(m.${deletedPlaces.documentRefs}, m.${deletedPlaces.documentIds}) as u (ref, id)
   where m.${deletedPlaces.apiKeyId} = $apiKeyId and m.${deletedPlaces.jobId} = $jobId and m.${deletedPlaces.kind} = 'document'`,
);

/** Documents of the erasure: the next remaining ones, from a folder on; or all of them, when the documents are already gone. */
export function documentsToErase(tx: Db, { limit, ...job }: Chunk, kind: ErasureKind, afterPosition: number): Promise<DocumentToDelete[]> {
  if (kind === "organization") return tx.rows(organizationDocuments, { ...job, limit });
  return kind === "folder" ? tx.rows(folderDocuments, { ...job, limit, afterPosition, afterId: "" }) : tx.rows(goneDocuments, job);
}

const removeLocations = statement(
  "directory.erase_locations",
  { apiKeyId: locations.apiKeyId, documentRefs: listOf(types.bigint), limit: types.bigint },
  {},
  sql`delete from ${locations} where ${locations.apiKeyId} = $apiKeyId and ctid = any(array(
     select t.place from unnest($documentRefs::bigint[]) as d (ref)
     cross join lateral (select ctid as place from ${locations}
       where ${locations.apiKeyId} = $apiKeyId and ${locations.documentRef} = d.ref order by ${locations.locationId} limit $limit) t
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
  sql`delete from ${documents} where ${documents.apiKeyId} = $apiKeyId
     and ${documents.organizationRef} = (select ${deletedPlaces.organizationRef} from ${deletedPlaces}
       where ${deletedPlaces.apiKeyId} = $apiKeyId and ${deletedPlaces.jobId} = $jobId)
     and ${documents.documentId} = any($documentIds::text[]) and ${documents.documentRef} = any($documentRefs::bigint[])`,
);

export function eraseDocuments(tx: Db, job: OfJob, documents: readonly DocumentToDelete[]): Promise<number> {
  return tx.run(removeDocuments, { ...job, documentIds: documents.map(({ id }) => id), documentRefs: documents.map(({ ref }) => ref) });
}

const removeFolders = statement(
  "directory.erase_folders",
  { apiKeyId: folders.apiKeyId, limit: types.bigint, jobId: types.text },
  {},
  sql`delete from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = any(array(
     select f.${folders.folderRef} from ${deletedPlaces} m
     cross join lateral (
       select ${folders.folderRef} from ${folders} where ${folders.apiKeyId} = $apiKeyId
         and ${folders.organizationRef} = m.${deletedPlaces.organizationRef} order by ${folders.folderId} limit $limit) f
     where m.${deletedPlaces.apiKeyId} = $apiKeyId and m.${deletedPlaces.jobId} = $jobId and m.${deletedPlaces.kind} = 'organization'))`,
);

/** Erases folders of a deleted organization. */
export function eraseFolders(tx: Db, chunk: Chunk): Promise<number> {
  return tx.run(removeFolders, chunk);
}

const withDocument = statement(
  "directory.organizations_with_document",
  { apiKeyId: documents.apiKeyId, documentId: documents.documentId },
  { organizationId: types.text },
  sql`with recursive o as (
     (select ${organizations.organizationId}, ${organizations.organizationRef} from ${organizations}
       where ${organizations.apiKeyId} = $apiKeyId order by ${organizations.organizationId} limit 1)
     union all
     select n.* from o cross join lateral (
       select ${organizations.organizationId}, ${organizations.organizationRef} from ${organizations}
       where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} > o.${organizations.organizationId}
       order by ${organizations.organizationId} limit 1) n
   )
   select o.${organizations.organizationId} from o
   cross join lateral (
     select from ${documents} d
     where d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = o.${organizations.organizationRef}
       and d.${documents.documentId} = $documentId
       and (d.${documents.folderRef} = 0 or exists (select from ${folders} f
         where f.${folders.apiKeyId} = $apiKeyId and f.${folders.folderRef} = d.${documents.folderRef} offset 0))
     limit 1) d
   limit 2`,
);

/** The ids of at most two organizations that have a document with this id. */
export async function organizationsWithDocument(db: Db, apiKeyId: string, documentId: string): Promise<string[]> {
  return (await db.rows(withDocument, { apiKeyId, documentId })).map(({ organizationId }) => organizationId);
}

/** The number of removals of places that an API key has requested and that are still on record. */
export const countRemovals = rowCount("directory.removals_count_part", erasureJobs.apiKeyId, [erasureJobs.jobId]);
