import { type Db, type Sql, sql, statement } from "@parley/database";
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

const columns = sql`d.${documents.documentId} as id, d.${documents.documentName}, f.${folders.folderId}, d.${documents.metadata},
  d.${documents.disabled}, d.${documents.createdAtMs},
  coalesce(d.${documents.updatedAtMs}, d.${documents.createdAtMs}) as updated_at_ms`;

const from = sql`${documents} d left join ${folderByRef(sql`d.${documents.folderRef}`, sql`f`)} on true`;
const inOrganization = sql`d.${documents.apiKeyId} = $apiKeyId and d.${documents.organizationRef} = ${organizationRef}`;
// A document whose folder was deleted does not exist.
const isThere = sql`(d.${documents.folderRef} = 0 or f.${folders.folderRef} is not null)`;

const pageWhere = (condition: Sql, order: Sql) => sql`
  select ${columns} from ${from} where ${inOrganization} and ${condition} and ${isThere} order by ${order} limit $limit`;

const folderRef = folderRefOf(sql`$folderId`);
// A range is used instead of an equality. With an equality, Postgres would read all documents in the order of their ids and skip those of
// other folders.
const ofFolder = sql`(d.${documents.folderRef}, d.${documents.documentId}) > (${folderRef}, $after)
  and d.${documents.folderRef} <= ${folderRef}`;

const selectAll = statement(
  "directory.documents",
  pageParameters,
  documentRow,
  pageWhere(sql`d.${documents.documentId} > $after`, sql`d.${documents.documentId}`),
);
const selectByIds = statement(
  "directory.documents_by_id",
  { ...pageParameters, ids: listOf(types.text) },
  documentRow,
  pageWhere(sql`d.${documents.documentId} = any($ids::text[]) and d.${documents.documentId} > $after`, sql`d.${documents.documentId}`),
);
const selectByFolder = statement(
  "directory.documents_by_folder",
  { ...pageParameters, folderId: types.text },
  documentRow,
  pageWhere(ofFolder, sql`d.${documents.folderRef}, d.${documents.documentId}`),
);

/** One page of documents in the order of ids: the named documents, those directly in a folder (for `root`: in no folder), or all. */
export function selectDocuments(db: Db, page: PageValues, ids: readonly string[], folderId: string): Promise<DocumentRow[]> {
  if (ids.length > 0) return db.pageRows(selectByIds, { ...page, ids });
  return folderId === "" ? db.pageRows(selectAll, page) : db.pageRows(selectByFolder, { ...page, folderId });
}

const found = { ...documentRow, searchedName: types.text };

const search = statement(
  "directory.documents_search",
  searchParameters,
  found,
  foundByName({
    columns,
    from,
    where: sql`${inOrganization} and ${isThere}`,
    name: sql`d.${documents.documentName}`,
    id: sql`d.${documents.documentId}`,
  }),
);

/** The documents whose name begins with the text, ignoring case, and the one with this id: by name, after a position. */
export function searchDocuments(db: Db, page: SearchValues): Promise<ValuesOf<typeof found>[]> {
  return db.pageRows(search, page);
}
