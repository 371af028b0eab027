import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type PageValues, pageParameters } from "../paging/page.ts";
import { foundByName, type SearchValues, searchParameters } from "../paging/search.ts";
import { folderByRef, folderRefOf, organizationRef } from "../places/fragments.ts";
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

const columns = `d.document_id as id, d.document_name, f.folder_id, d.metadata, d.disabled, d.created_at_ms,
  coalesce(d.updated_at_ms, d.created_at_ms) as updated_at_ms`;

const from = `documents d left join ${folderByRef("d.folder_ref", "f")} on true`;
const inOrganization = `d.api_key_id = $apiKeyId and d.organization_ref = ${organizationRef}`;
// A document whose folder was deleted does not exist.
const isThere = "(d.folder_ref = 0 or f.folder_ref is not null)";

const pageWhere = (condition: string, order: string) => `
  select ${columns} from ${from} where ${inOrganization} and ${condition} and ${isThere} order by ${order} limit $limit`;

const folderRef = folderRefOf("$folderId");
// A range instead of an equality, which would make Postgres read all documents in the order of their ids and leave out those of other
// folders.
const ofFolder = `(d.folder_ref, d.document_id) > (${folderRef}, $after) and d.folder_ref <= ${folderRef}`;

const selectAll = statement("directory.documents", pageParameters, documentRow, pageWhere("d.document_id > $after", "d.document_id"));
const selectByIds = statement(
  "directory.documents_by_id",
  { ...pageParameters, ids: listOf(types.text) },
  documentRow,
  pageWhere("d.document_id = any($ids::text[]) and d.document_id > $after", "d.document_id"),
);
const selectByFolder = statement(
  "directory.documents_by_folder",
  { ...pageParameters, folderId: types.text },
  documentRow,
  pageWhere(ofFolder, "d.folder_ref, d.document_id"),
);

/** One page in the order of ids: of the named documents, of those directly in a folder (`root`: in none), or of all. */
export function selectDocuments(db: Db, page: PageValues, ids: readonly string[], folderId: string): Promise<DocumentRow[]> {
  if (ids.length > 0) return db.pageRows(selectByIds, { ...page, ids });
  return folderId === "" ? db.pageRows(selectAll, page) : db.pageRows(selectByFolder, { ...page, folderId });
}

const found = { ...documentRow, searchedName: types.text };

const search = statement(
  "directory.documents_search",
  searchParameters,
  found,
  foundByName({ columns, from, where: `${inOrganization} and ${isThere}`, name: "d.document_name", id: "d.document_id" }),
);

/** The documents whose name begins so, ignoring case, and the one with this id: by name, after a position. */
export function searchDocuments(db: Db, page: SearchValues): Promise<ValuesOf<typeof found>[]> {
  return db.pageRows(search, page);
}
