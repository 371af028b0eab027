import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { folderByRef, organizationRef } from "../places/fragments.ts";
import { documents, folders } from "../schema.ts";

const documentRow = {
  id: documents.documentId,
  documentName: documents.documentName,
  folderId: nullable(folders.folderId),
  metadata: documents.metadata,
  disabled: documents.disabled,
  createdAtMs: documents.createdAtMs,
  updatedAtMs: types.bigint,
};

export type DocumentRow = ValuesOf<typeof documentRow>;

interface Page {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly after: string;
  readonly limit: number;
}

const columns = `d.document_id as id, d.document_name, f.folder_id, d.metadata, d.disabled, d.created_at_ms,
  coalesce(d.updated_at_ms, d.created_at_ms) as updated_at_ms`;

// A document whose folder is gone is gone.
const pageWhere = (condition: string, order: string) => `
  select ${columns}
  from documents d left join ${folderByRef("d.folder_ref", "f")} on true
  where d.api_key_id = $apiKeyId and d.organization_ref = ${organizationRef} and ${condition}
    and (d.folder_ref = 0 or f.folder_ref is not null)
  order by ${order} limit $limit`;

/** 0 for `root`, null (and so equal to nothing) for a folder that does not exist. */
const folderRef = `(case when $folderId = 'root' then 0 else (
  select folder_ref from folders where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = $folderId) end)`;

// Said as a range, because an equality would let Postgres read all documents in the order of their ids and leave out those of other folders.
const ofFolder = `(d.folder_ref, d.document_id) > (${folderRef}, $after) and d.folder_ref <= ${folderRef}`;

const selectAll = statement(
  "directory.documents",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, limit: types.bigint },
  documentRow,
  pageWhere("d.document_id > $after", "d.document_id"),
);
const selectByIds = statement(
  "directory.documents_by_id",
  { apiKeyId: types.text, organizationId: types.text, ids: listOf(types.text), after: types.text, limit: types.bigint },
  documentRow,
  pageWhere("d.document_id = any($ids::text[]) and d.document_id > $after", "d.document_id"),
);
const selectByFolder = statement(
  "directory.documents_by_folder",
  { apiKeyId: types.text, organizationId: types.text, folderId: types.text, after: types.text, limit: types.bigint },
  documentRow,
  pageWhere(ofFolder, "d.folder_ref, d.document_id"),
);

/** One page in the order of ids: of the documents named, of those directly in a folder (`root`: in none), or of all. */
export function selectDocuments(db: Db, page: Page, ids: readonly string[], folderId: string): Promise<DocumentRow[]> {
  if (ids.length > 0) return db.pageRows(selectByIds, { ...page, ids });
  return folderId === "" ? db.pageRows(selectAll, page) : db.pageRows(selectByFolder, { ...page, folderId });
}
