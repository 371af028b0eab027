import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { folderByRef, organizationById } from "../places/fragments.ts";
import { documents, removals } from "../schema.ts";

interface Subjects {
  readonly apiKeyId: string;
  readonly organizationIds: readonly string[];
  /** The empty text means the organization as a whole. */
  readonly documentIds: readonly string[];
}

const accessRow = {
  found: types.boolean,
  disabled: types.boolean,
};

export type AccessRow = ValuesOf<typeof accessRow>;

const select = statement(
  "directory.access",
  { organizationIds: listOf(types.text), documentIds: listOf(types.text), apiKeyId: documents.apiKeyId },
  accessRow,
  `select o.organization_ref is not null
       and (i.document_id = '' or (d.document_ref is not null and (d.folder_ref = 0 or f.folder_ref is not null))) as found,
     coalesce(o.disabled, false) or coalesce(d.disabled, false) as disabled
   from unnest($organizationIds::text[], $documentIds::text[]) with ordinality as i (organization_id, document_id, position)
   left join ${organizationById("i.organization_id")} on true
   left join documents d on d.api_key_id = $apiKeyId and d.organization_ref = o.organization_ref and d.document_id = i.document_id
   left join ${folderByRef("d.folder_ref", "f")} on true
   order by i.position`,
);

/** The state of each subject, in their order. */
export function selectAccess(db: Db, subjects: Subjects): Promise<AccessRow[]> {
  return db.rows(select, subjects);
}

// A key has few erasures under way. A document that is created again after its folder was deleted has an erasure of its own
// (`clearHiddenDocuments`).
const selectRemovals = statement(
  "directory.removals_of",
  { apiKeyId: removals.apiKeyId, organizationIds: listOf(types.text), documentIds: listOf(types.text) },
  { removedUntilMs: types.bigint },
  `select coalesce((
     select max(m.requested_at_ms) from removals m
     where m.api_key_id = $apiKeyId and m.organization_id = i.organization_id
       and (m.kind = 'organization' or (m.kind = 'document' and i.document_id = any(m.document_ids)))), 0) as removed_until_ms
   from unnest($organizationIds::text[], $documentIds::text[]) with ordinality as i (organization_id, document_id, position)
   order by i.position`,
);

/** The time up to which data of each subject is being erased, in their order; 0 where no erasure is under way. */
export async function selectRemovedUntil(db: Db, subjects: Subjects): Promise<bigint[]> {
  return (await db.rows(selectRemovals, subjects)).map(({ removedUntilMs }) => BigInt(removedUntilMs));
}
