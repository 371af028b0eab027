import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { deletedPlaces, documents, folders, organizations } from "../schema.ts";
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

// Reads only by primary keys: one look-up each for organization, folder, document and the document's folder.
const select = statement(
  "directory.places",
  { organizationIds: listOf(types.text), folderIds: listOf(types.text), documentIds: listOf(types.text), apiKeyId: documents.apiKeyId },
  placeRow,
  sql`select o.${organizations.organizationRef} is not null as organization_exists, f.${folders.folderRef} is not null as folder_exists,
     d.${documents.documentRef} is not null and (d.${documents.folderRef} = 0 or h.${folders.folderRef} is not null) as document_exists
   from unnest($organizationIds::text[], $folderIds::text[], $documentIds::text[]) with ordinality as i
     (organization_id, folder_id, document_id, position)
   left join ${organizationById(sql`i.organization_id`)} on true
   left join ${folders} f on f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = o.${organizations.organizationRef}
     and f.${folders.folderId} = i.folder_id
   left join ${documents} d on d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = o.${organizations.organizationRef}
     and d.${documents.documentId} = i.document_id
   left join ${folderByRef(sql`d.${documents.folderRef}`, sql`h`)} on true
   order by i.position`,
);

/** Which parts of each place exist, in the order of the places. */
export function selectPlaces(db: Db, places: PlaceColumns): Promise<PlaceRow[]> {
  return db.rows(select, places);
}

const createOrganizationRows = statement(
  "directory.organizations_create",
  { apiKeyId: organizations.apiKeyId, organizationIds: listOf(types.text) },
  {},
  sql`insert into ${organizations} (${organizations.apiKeyId}, ${organizations.organizationId})
   select $apiKeyId, i.organization_id from unnest($organizationIds::text[]) as i (organization_id)
   order by i.organization_id collate "C"
   on conflict (${organizations.apiKeyId}, ${organizations.organizationId}) do nothing`,
);

/** Creates the missing organizations; returns how many. */
export function createOrganizations(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<number> {
  return tx.run(createOrganizationRows, { apiKeyId, organizationIds });
}

// A document that was deleted with its folder still occupies its id. Its row is deleted to make room for the new document. Its erasure is
// recorded here, because the folder's erasure can no longer find it.
const clearHidden = statement(
  "directory.documents_clear_hidden",
  { organizationIds: listOf(types.text), documentIds: listOf(types.text), apiKeyId: documents.apiKeyId },
  {},
  sql`with gone as (
     delete from ${documents} d
     using unnest($organizationIds::text[], $documentIds::text[]) as i (organization_id, document_id)
     cross join ${organizationById(sql`i.organization_id`)}
     where d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = o.${organizations.organizationRef}
       and d.${documents.documentId} = i.document_id and d.${documents.folderRef} <> 0
       and not exists (select from ${folders} f where f.${folders.apiKeyId} = $apiKeyId
         and f.${folders.folderRef} = d.${documents.folderRef})
     returning o.${organizations.organizationId}, d.${documents.organizationRef}, d.${documents.documentId}, d.${documents.documentRef}
   )
   insert into ${deletedPlaces} (${deletedPlaces.apiKeyId}, ${deletedPlaces.kind}, ${deletedPlaces.organizationId}, ${deletedPlaces.organizationRef},
     ${deletedPlaces.documentIds}, ${deletedPlaces.documentRefs})
   select $apiKeyId, 'document', ${organizations.organizationId}, ${documents.organizationRef}, array_agg(${documents.documentId}),
     array_agg(${documents.documentRef})
   from gone group by ${organizations.organizationId}, ${documents.organizationRef}`,
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
  sql`insert into ${documents} (${documents.apiKeyId}, ${documents.organizationRef}, ${documents.documentId}, ${documents.folderRef})
   select $apiKeyId, o.${organizations.organizationRef}, i.document_id, coalesce(f.${folders.folderRef}, 0)
   from unnest($organizationIds::text[], $folderIds::text[], $documentIds::text[]) as i (organization_id, folder_id, document_id)
   cross join ${organizationById(sql`i.organization_id`)}
   left join ${folders} f on f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = o.${organizations.organizationRef}
     and f.${folders.folderId} = i.folder_id
   where i.folder_id in ('', 'root') or f.${folders.folderRef} is not null
   order by o.${organizations.organizationRef}, i.document_id collate "C"
   on conflict (${documents.apiKeyId}, ${documents.organizationRef}, ${documents.documentId}) do nothing`,
);

/**
 * Creates the missing documents, each if its organization and its folder (if named) exist; returns how many. Needs a shared lock of the
 * organizations.
 */
export function createDocuments(tx: Db, places: PlaceColumns): Promise<number> {
  return tx.run(createDocumentRows, places);
}
