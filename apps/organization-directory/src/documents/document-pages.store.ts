import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type PageValues, pageParameters } from "../paging/page.ts";
import { foundByName, type SearchValues, searchParameters } from "../paging/search.ts";
import { folderByRef, folderRefOf, organizationRef } from "../places/fragments.ts";
import { documents, folders } from "../schema.ts";
import { fulfils } from "./document-filters.ts";

const documentRow = {
  id: documents.documentId,
  documentName: documents.documentName,
  folderId: nullable(folders.folderId),
  metadata: documents.metadata,
  disabled: documents.disabled,
  accessType: documents.accessType,
  createdAtMs: documents.createdAtMs,
  updatedAtMs: types.bigint,
};

export type DocumentRow = ValuesOf<typeof documentRow>;

const columns = sql`d.${documents.documentId} as id, d.${documents.documentName}, f.${folders.folderId}, d.${documents.metadata},
  d.${documents.disabled}, d.${documents.accessType}, d.${documents.createdAtMs},
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

// Pages of filtered documents end where `lastExamined` says, so that a page examines a bounded number of documents.
const filtered = { ...pageParameters, last: nullable(types.text), filters: types.jsonb };
const upToLast = sql`($last::text is null or d.${documents.documentId} <= $last)`;

const filterAll = statement(
  "directory.documents_filtered",
  filtered,
  documentRow,
  pageWhere(sql`d.${documents.documentId} > $after and ${upToLast} and ${fulfils}`, sql`d.${documents.documentId}`),
);
const filterByIds = statement(
  "directory.documents_filtered_by_id",
  { ...filtered, ids: listOf(types.text) },
  documentRow,
  pageWhere(
    sql`d.${documents.documentId} = any($ids::text[]) and d.${documents.documentId} > $after and ${upToLast} and ${fulfils}`,
    sql`d.${documents.documentId}`,
  ),
);
const filterByFolder = statement(
  "directory.documents_filtered_by_folder",
  { ...filtered, folderId: types.text },
  documentRow,
  pageWhere(sql`${ofFolder} and ${upToLast} and ${fulfils}`, sql`d.${documents.folderRef}, d.${documents.documentId}`),
);

interface Filtered {
  /** As `filtersJson` returns them. */
  readonly filters: string;
  /** The last document to examine; null for no limit. */
  readonly last: string | null;
}

/** The same, only documents that fulfil the filters. */
export function selectFilteredDocuments(
  db: Db,
  page: PageValues & Filtered,
  ids: readonly string[],
  folderId: string,
): Promise<DocumentRow[]> {
  if (ids.length > 0) return db.pageRows(filterByIds, { ...page, ids });
  return folderId === "" ? db.pageRows(filterAll, page) : db.pageRows(filterByFolder, { ...page, folderId });
}

const idRow = { id: documents.documentId };
const nthParameters = { apiKeyId: types.text, organizationId: types.text, after: types.text, nth: types.bigint };
const nthWhere = (condition: Sql, order: Sql) => sql`
  select d.${documents.documentId} as id from ${documents} d where ${inOrganization} and ${condition} order by ${order} limit 1 offset $nth`;

const nthOfAll = statement(
  "directory.documents_nth",
  nthParameters,
  idRow,
  nthWhere(sql`d.${documents.documentId} > $after`, sql`d.${documents.documentId}`),
);
const nthOfFolder = statement(
  "directory.documents_nth_of_folder",
  { ...nthParameters, folderId: types.text },
  idRow,
  nthWhere(ofFolder, sql`d.${documents.folderRef}, d.${documents.documentId}`),
);

/** The document that so many others precede after `after`, in the organization or directly in a folder; undefined if there are fewer. */
export async function documentAt(db: Db, from: ValuesOf<typeof nthParameters>, folderId: string): Promise<string | undefined> {
  const row = await (folderId === "" ? db.row(nthOfAll, from) : db.row(nthOfFolder, { ...from, folderId }));
  return row?.id;
}

const part = { documents: types.bigint, rows: types.bigint, last: nullable(types.text) };
const counted = sql`select count(*) filter (where (d.${documents.folderRef} = 0 or f.${folders.folderRef} is not null) and ${fulfils}) as documents,
  count(*) as rows, max(d.${documents.documentId}) as last`;
const countWhere = (condition: Sql, order: Sql) => sql`${counted}
  from (select d.${documents.documentId}, d.${documents.folderRef}, d.${documents.documentName}, d.${documents.metadata} from ${documents} d
    where ${inOrganization} and ${condition} order by ${order} limit $limit) d
  left join ${folderByRef(sql`d.${documents.folderRef}`, sql`f`)} on true`;

const countAll = statement(
  "directory.documents_count",
  { ...pageParameters, filters: types.jsonb },
  part,
  countWhere(sql`d.${documents.documentId} > $after`, sql`d.${documents.documentId}`),
);
const countOfFolder = statement(
  "directory.documents_count_of_folder",
  { ...pageParameters, filters: types.jsonb, folderId: types.text },
  part,
  countWhere(ofFolder, sql`d.${documents.folderRef}, d.${documents.documentId}`),
);

/** Counts the documents among the next rows that fulfil the filters; `last` is null when there are no rows. */
export function countDocumentsPart(
  db: Db,
  page: PageValues & Pick<Filtered, "filters">,
  folderId: string,
): Promise<ValuesOf<typeof part> | undefined> {
  return folderId === "" ? db.row(countAll, page) : db.row(countOfFolder, { ...page, folderId });
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
