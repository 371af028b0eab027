import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { folderByRef, organizationById } from "../places/fragments.ts";
import { deletedPlaces, documents, folders, nowMs, organizations } from "../schema.ts";

interface Subjects {
  readonly apiKeyId: string;
  readonly organizationIds: readonly string[];
  /** The empty text stands for the whole organization. */
  readonly documentIds: readonly string[];
}

const accessRow = {
  found: types.boolean,
  disabled: types.boolean,
  /** The type of a document itself; empty for none. */
  accessType: types.text,
  /** The folder that a document is in; null for none. */
  folderId: nullable(folders.folderId),
  organizationCreatedAtMs: nullable(types.bigint),
  /** Null also for a document whose folder is gone. */
  documentCreatedAtMs: nullable(types.bigint),
  nowMs: types.bigint,
};

export type AccessRow = ValuesOf<typeof accessRow>;

const select = statement(
  "directory.access",
  { organizationIds: listOf(types.text), documentIds: listOf(types.text), apiKeyId: documents.apiKeyId },
  accessRow,
  sql`select o.${organizations.organizationRef} is not null
       and (i.document_id = '' or (d.${documents.documentRef} is not null
         and (d.${documents.folderRef} = 0 or f.${folders.folderRef} is not null))) as found,
     coalesce(o.${organizations.disabled}, false) or coalesce(d.${documents.disabled}, false) as disabled,
     coalesce(d.${documents.accessType}, '') as access_type, f.${folders.folderId},
     o.${organizations.createdAtMs} as organization_created_at_ms,
     case when d.${documents.folderRef} = 0 or f.${folders.folderRef} is not null then d.${documents.createdAtMs} end as document_created_at_ms,
     ${nowMs} as now_ms
   from unnest($organizationIds::text[], $documentIds::text[]) with ordinality as i (organization_id, document_id, position)
   left join ${organizationById(sql`i.organization_id`)} on true
   left join ${documents} d on d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = o.${organizations.organizationRef}
     and d.${documents.documentId} = i.document_id
   left join ${folderByRef(sql`d.${documents.folderRef}`, sql`f`)} on true
   order by i.position`,
);

/** The state of each subject, in their order. */
export function selectAccess(db: Db, subjects: Subjects): Promise<AccessRow[]> {
  return db.rows(select, subjects);
}

// A key has few erasures in progress. A document that is created again after its folder was deleted has an erasure of its own
// (`clearHiddenDocuments`).
const selectRemovals = statement(
  "directory.removals_of",
  { apiKeyId: deletedPlaces.apiKeyId, organizationIds: listOf(types.text), documentIds: listOf(types.text) },
  { removedUntilMs: types.bigint },
  sql`select coalesce((
     select max(m.${deletedPlaces.requestedAtMs}) from ${deletedPlaces} m
     where m.${deletedPlaces.apiKeyId} = $apiKeyId and m.${deletedPlaces.organizationId} = i.organization_id
       and (m.${deletedPlaces.kind} = 'organization' or (m.${deletedPlaces.kind} = 'document' and i.document_id = any(m.${deletedPlaces.documentIds})))),
         0) as removed_until_ms
   from unnest($organizationIds::text[], $documentIds::text[]) with ordinality as i (organization_id, document_id, position)
   order by i.position`,
);

/** The time up to which data of each subject is being erased, in their order; 0 where no erasure is in progress. */
export async function selectRemovedUntil(db: Db, subjects: Subjects): Promise<bigint[]> {
  return (await db.rows(selectRemovals, subjects)).map(({ removedUntilMs }) => BigInt(removedUntilMs));
}
