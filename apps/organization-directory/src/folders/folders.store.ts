import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type Change, columnsOf } from "../batches/batch.ts";
import { type PageValues, pageParameters } from "../paging/page.ts";
import { foundByName, type SearchValues, searchParameters } from "../paging/search.ts";
import { fits, folderByRef, folderRefOf, items, itemsInFolders, merged, organizationById, organizationRef } from "../places/fragments.ts";
import { folders } from "../schema.ts";

const folderRow = {
  id: folders.folderId,
  folderName: folders.folderName,
  parentFolderId: nullable(folders.folderId),
  metadata: folders.metadata,
  createdAtMs: folders.createdAtMs,
  updatedAtMs: types.bigint,
};

export type FolderRow = ValuesOf<typeof folderRow>;

const columns = `f.folder_id as id, f.folder_name, p.folder_id as parent_folder_id, f.metadata, f.created_at_ms,
  coalesce(f.updated_at_ms, f.created_at_ms) as updated_at_ms`;

const from = `folders f left join ${folderByRef("f.parent_ref", "p")} on true`;
const inOrganization = `f.api_key_id = $apiKeyId and f.organization_ref = ${organizationRef}`;

const pageWhere = (condition: string, order: string) => `
  select ${columns} from ${from} where ${inOrganization} and ${condition} order by ${order} limit $limit`;

const parentRef = folderRefOf("$parentFolderId");
// A range instead of an equality, which would make Postgres read all folders in the order of their ids and leave out those with other
// parents.
const ofParent = `(f.parent_ref, f.folder_id) > (${parentRef}, $after) and f.parent_ref <= ${parentRef}`;

const selectAll = statement("directory.folders", pageParameters, folderRow, pageWhere("f.folder_id > $after", "f.folder_id"));
const selectByIds = statement(
  "directory.folders_by_id",
  { ...pageParameters, ids: listOf(types.text) },
  folderRow,
  pageWhere("f.folder_id = any($ids::text[]) and f.folder_id > $after", "f.folder_id"),
);
const selectChildren = statement(
  "directory.folders_by_parent",
  { ...pageParameters, parentFolderId: types.text },
  folderRow,
  pageWhere(ofParent, "f.parent_ref, f.folder_id"),
);

/** One page in the order of ids: of the named folders, of those directly in one (`root`: at the top level), or of all. */
export function selectFolders(db: Db, page: PageValues, ids: readonly string[], parentFolderId: string): Promise<FolderRow[]> {
  if (ids.length > 0) return db.pageRows(selectByIds, { ...page, ids });
  return parentFolderId === "" ? db.pageRows(selectAll, page) : db.pageRows(selectChildren, { ...page, parentFolderId });
}

const found = { ...folderRow, searchedName: types.text };

const search = statement(
  "directory.folders_search",
  searchParameters,
  found,
  foundByName({ columns, from, where: inOrganization, name: "f.folder_name", id: "f.folder_id" }),
);

/** The folders whose name begins so, ignoring case, and the one with this id: by name, after a position. */
export function searchFolders(db: Db, page: SearchValues): Promise<ValuesOf<typeof found>[]> {
  return db.pageRows(search, page);
}

const selectExisting = statement(
  "directory.folders_exist",
  { apiKeyId: folders.apiKeyId, organizationId: types.text, folderIds: listOf(types.text) },
  { folderId: folders.folderId },
  `select folder_id from folders
   where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = any($folderIds::text[])`,
);

/** Which of the folders exist; `root` always does. */
export async function existingFolders(
  db: Db,
  apiKeyId: string,
  organizationId: string,
  folderIds: readonly string[],
): Promise<Set<string>> {
  const rows = folderIds.length === 0 ? [] : await db.rows(selectExisting, { apiKeyId, organizationId, folderIds });
  return new Set(["root", ...rows.map(({ folderId }) => folderId)]);
}

type FolderColumns = ReturnType<typeof columnsOf> & { folderIds: readonly (string | null)[] };

/** A change of a folder; `parentId` null keeps it where it is (a new one: at the top level). */
export interface FolderChange extends Change {
  readonly parentId: string | null;
}

const folderColumns = (changes: readonly FolderChange[]): FolderColumns => ({
  ...columnsOf(changes),
  folderIds: changes.map(({ parentId }) => parentId),
});

// A parent may be among the folders that the same statement creates.
const insert = statement(
  "directory.folders_insert",
  {
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    folderIds: listOf(nullable(types.text)),
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
  },
  {},
  `with added as materialized (select nextval('refs') as folder_ref, i.* from ${itemsInFolders})
   insert into folders (api_key_id, organization_ref, folder_id, folder_ref, parent_ref, folder_name, metadata)
   select $apiKeyId, ${organizationRef}, a.id, a.folder_ref, coalesce(n.folder_ref, p.folder_ref, 0), a.name, a.metadata_set::jsonb
   from added a
   left join added n on n.id = a.folder_id
   left join folders p on p.api_key_id = $apiKeyId and p.organization_ref = ${organizationRef} and p.folder_id = a.folder_id`,
);

/** Creates folders that do not exist, in parents that exist or are created with them. Needs the organization locked. */
export async function insertFolders(tx: Db, apiKeyId: string, organizationId: string, changes: readonly FolderChange[]): Promise<void> {
  if (changes.length > 0) await tx.run(insert, { apiKeyId, organizationId, ...folderColumns(changes) });
}

const update = statement(
  "directory.folders_update",
  {
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    folderIds: listOf(nullable(types.text)),
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  `with locked as materialized (
     select i.*, p.folder_ref as new_parent_ref
     from ${itemsInFolders}
     join folders f on f.api_key_id = $apiKeyId and f.organization_ref = ${organizationRef} and f.folder_id = i.id
     left join folders p on p.api_key_id = $apiKeyId and p.organization_ref = f.organization_ref and p.folder_id = i.folder_id
     order by f.folder_id for no key update of f
   ), changed as (
     update folders f
     set folder_name = coalesce(i.name, f.folder_name), metadata = ${merged("f")}, updated_at_ms = now_ms(),
         parent_ref = case when i.folder_id is null then f.parent_ref else coalesce(i.new_parent_ref, 0) end
     from locked i
     where f.api_key_id = $apiKeyId and f.organization_ref = ${organizationRef} and f.folder_id = i.id and ${fits("f")}
     returning f.folder_id
   )
   select id, false as changed from locked union all select folder_id, true from changed`,
);

/**
 * Changes existing folders. Returns first which exist, then which were changed: not those whose metadata would be too long. Needs the
 * organization locked when one of them gets a parent, which must exist.
 */
export async function updateFolders(
  db: Db,
  apiKeyId: string,
  organizationId: string,
  changes: readonly FolderChange[],
  metadataBytes: number,
): Promise<{ id: string; changed: boolean }[]> {
  return changes.length === 0 ? [] : db.rows(update, { apiKeyId, organizationId, metadataBytes, ...folderColumns(changes) });
}

const tooLong = statement(
  "directory.folders_too_long",
  {
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
    metadataBytes: types.integer,
  },
  { id: folders.folderId },
  `select f.folder_id as id from ${items}
   join folders f on f.api_key_id = $apiKeyId and f.organization_ref = ${organizationRef} and f.folder_id = i.id
   where not ${fits("f")}`,
);

/** Which of the existing folders could not be changed because their metadata would be too long. */
export async function foldersTooLong(
  tx: Db,
  apiKeyId: string,
  organizationId: string,
  changes: readonly FolderChange[],
  metadataBytes: number,
): Promise<Set<string>> {
  if (changes.every(({ set }) => set === "{}")) return new Set();
  return new Set((await tx.rows(tooLong, { apiKeyId, organizationId, metadataBytes, ...columnsOf(changes) })).map(({ id }) => id));
}

const createAtRoot = statement(
  "directory.folders_create",
  { apiKeyId: folders.apiKeyId, organizationIds: listOf(types.text), folderIds: listOf(types.text) },
  {},
  `insert into folders (api_key_id, organization_ref, folder_id)
   select $apiKeyId, o.organization_ref, i.folder_id
   from unnest($organizationIds::text[], $folderIds::text[]) as i (organization_id, folder_id)
   cross join ${organizationById("i.organization_id")}
   order by o.organization_ref, i.folder_id collate "C"
   on conflict (api_key_id, organization_ref, folder_id) do nothing`,
);

/**
 * Creates the folders that do not exist, at the top level, where the organization (at the same index of the other list) exists; returns how
 * many.
 */
export async function createFolders(
  tx: Db,
  apiKeyId: string,
  organizationIds: readonly string[],
  folderIds: readonly string[],
): Promise<number> {
  return folderIds.length === 0 ? 0 : tx.run(createAtRoot, { apiKeyId, organizationIds, folderIds });
}
