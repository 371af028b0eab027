import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { documents, organizations } from "../schema.ts";
import { folderByRef, organizationById } from "./fragments.ts";

/** Places as columns; the empty text means that the place names no folder or no document. */
export interface PlaceColumns {
  readonly apiKeyId: string;
  readonly organizationIds: readonly string[];
  readonly folderIds: readonly string[];
  readonly documentIds: readonly string[];
}

const placeRow = {
  organizationExists: types.boolean,
  folderExists: types.boolean,
  documentExists: types.boolean,
};

export type PlaceRow = ValuesOf<typeof placeRow>;

// Only primary keys, one look-up each for organization, folder, document and the document's folder.
const select = statement(
  "directory.places",
  { organizationIds: listOf(types.text), folderIds: listOf(types.text), documentIds: listOf(types.text), apiKeyId: documents.apiKeyId },
  placeRow,
  `select o.organization_ref is not null as organization_exists, f.folder_ref is not null as folder_exists,
     d.document_ref is not null and (d.folder_ref = 0 or h.folder_ref is not null) as document_exists
   from unnest($organizationIds::text[], $folderIds::text[], $documentIds::text[]) with ordinality as i (organization_id, folder_id, document_id, position)
   left join ${organizationById("i.organization_id")} on true
   left join folders f on f.api_key_id = $apiKeyId and f.organization_ref = o.organization_ref and f.folder_id = i.folder_id
   left join documents d on d.api_key_id = $apiKeyId and d.organization_ref = o.organization_ref and d.document_id = i.document_id
   left join ${folderByRef("d.folder_ref", "h")} on true
   order by i.position`,
);

/** Which parts of each place exist, in their order. */
export function selectPlaces(db: Db, places: PlaceColumns): Promise<PlaceRow[]> {
  return db.rows(select, places);
}

const createOrganizationRows = statement(
  "directory.organizations_create",
  { apiKeyId: organizations.apiKeyId, organizationIds: listOf(types.text) },
  {},
  `insert into organizations (api_key_id, organization_id)
   select $apiKeyId, i.organization_id from unnest($organizationIds::text[]) as i (organization_id)
   order by i.organization_id collate "C"
   on conflict (api_key_id, organization_id) do nothing`,
);

/** Creates the organizations that do not exist; returns how many. */
export function createOrganizations(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<number> {
  return tx.run(createOrganizationRows, { apiKeyId, organizationIds });
}

// A document that was deleted with its folder still occupies its id. Its row makes room for the new document; its erasure is recorded here
// because that of the folder can no longer find it.
const clearHidden = statement(
  "directory.documents_clear_hidden",
  { organizationIds: listOf(types.text), documentIds: listOf(types.text), apiKeyId: documents.apiKeyId },
  {},
  `with gone as (
     delete from documents d
     using unnest($organizationIds::text[], $documentIds::text[]) as i (organization_id, document_id)
     cross join ${organizationById("i.organization_id")}
     where d.api_key_id = $apiKeyId and d.organization_ref = o.organization_ref and d.document_id = i.document_id and d.folder_ref <> 0
       and not exists (select from folders f where f.api_key_id = $apiKeyId and f.folder_ref = d.folder_ref)
     returning o.organization_id, d.organization_ref, d.document_id, d.document_ref
   )
   insert into removals (api_key_id, kind, organization_id, organization_ref, document_ids, document_refs)
   select $apiKeyId, 'document', organization_id, organization_ref, array_agg(document_id), array_agg(document_ref)
   from gone group by organization_id, organization_ref`,
);

/**
 * Frees the ids of documents that were deleted with their folder; returns whether there were any. Needs a shared lock of the organizations.
 */
export async function clearHiddenDocuments(
  tx: Db,
  apiKeyId: string,
  organizationIds: readonly string[],
  documentIds: readonly string[],
): Promise<boolean> {
  return (await tx.run(clearHidden, { apiKeyId, organizationIds, documentIds })) > 0;
}

const createDocumentRows = statement(
  "directory.documents_create",
  { apiKeyId: documents.apiKeyId, organizationIds: listOf(types.text), folderIds: listOf(types.text), documentIds: listOf(types.text) },
  {},
  `insert into documents (api_key_id, organization_ref, document_id, folder_ref)
   select $apiKeyId, o.organization_ref, i.document_id, coalesce(f.folder_ref, 0)
   from unnest($organizationIds::text[], $folderIds::text[], $documentIds::text[]) as i (organization_id, folder_id, document_id)
   cross join ${organizationById("i.organization_id")}
   left join folders f on f.api_key_id = $apiKeyId and f.organization_ref = o.organization_ref and f.folder_id = i.folder_id
   where i.folder_id in ('', 'root') or f.folder_ref is not null
   order by o.organization_ref, i.document_id collate "C"
   on conflict (api_key_id, organization_ref, document_id) do nothing`,
);

/**
 * Creates the documents that do not exist, each where its organization and its folder, if it names one, do; returns how many. Needs a shared
 * lock of the organizations.
 */
export function createDocuments(tx: Db, places: PlaceColumns): Promise<number> {
  return tx.run(createDocumentRows, places);
}
