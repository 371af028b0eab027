import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type Change, columnsOf } from "../batches/batch.ts";
import { type PageValues, pageParameters } from "../paging/page.ts";
import { foundByName, type SearchValues, searchParameters } from "../paging/search.ts";
import { fits, folderByRef, folderRefOf, items, itemsInFolders, merged, organizationById, organizationRef } from "../places/fragments.ts";
import { folders, nextRef, nowMs, organizations } from "../schema.ts";

const folderRow = {
  id: folders.folderId,
  folderName: folders.folderName,
  parentFolderId: nullable(folders.folderId),
  metadata: folders.metadata,
  accessType: folders.accessType,
  inheritsAccess: folders.inheritsAccess,
  createdAtMs: folders.createdAtMs,
  updatedAtMs: types.bigint,
};

export type FolderRow = ValuesOf<typeof folderRow>;

const columns = sql`f.${folders.folderId} as id, f.${folders.folderName}, p.${folders.folderId} as parent_folder_id,
  f.${folders.metadata}, f.${folders.accessType}, f.${folders.inheritsAccess}, f.${folders.createdAtMs},
  coalesce(f.${folders.updatedAtMs}, f.${folders.createdAtMs}) as updated_at_ms`;

const from = sql`${folders} f left join ${folderByRef(sql`f.${folders.parentRef}`, sql`p`)} on true`;
const inOrganization = sql`f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = ${organizationRef}`;

const pageWhere = (condition: Sql, order: Sql) => sql`
  select ${columns} from ${from} where ${inOrganization} and ${condition} order by ${order} limit $limit`;

const parentRef = folderRefOf(sql`$parentFolderId`);
// A range is used instead of an equality. With an equality, Postgres would read all folders in the order of their ids and skip those with
// other parents.
const ofParent = sql`(f.${folders.parentRef}, f.${folders.folderId}) > (${parentRef}, $after) and f.${folders.parentRef} <= ${parentRef}`;

const selectAll = statement(
  "directory.folders",
  pageParameters,
  folderRow,
  pageWhere(sql`f.${folders.folderId} > $after`, sql`f.${folders.folderId}`),
);
const selectByIds = statement(
  "directory.folders_by_id",
  { ...pageParameters, ids: listOf(types.text) },
  folderRow,
  pageWhere(sql`f.${folders.folderId} = any($ids::text[]) and f.${folders.folderId} > $after`, sql`f.${folders.folderId}`),
);
const selectChildren = statement(
  "directory.folders_by_parent",
  { ...pageParameters, parentFolderId: types.text },
  folderRow,
  pageWhere(ofParent, sql`f.${folders.parentRef}, f.${folders.folderId}`),
);

/** One page of folders in the order of ids: the named folders, those directly in a folder (for `root`: at the top level), or all. */
export function selectFolders(db: Db, page: PageValues, ids: readonly string[], parentFolderId: string): Promise<FolderRow[]> {
  if (ids.length > 0) return db.pageRows(selectByIds, { ...page, ids });
  return parentFolderId === "" ? db.pageRows(selectAll, page) : db.pageRows(selectChildren, { ...page, parentFolderId });
}

const found = { ...folderRow, searchedName: types.text };

const search = statement(
  "directory.folders_search",
  searchParameters,
  found,
  foundByName({ columns, from, where: inOrganization, name: sql`f.${folders.folderName}`, id: sql`f.${folders.folderId}` }),
);

/** The folders whose name begins with the text, ignoring case, and the one with this id: by name, after a position. */
export function searchFolders(db: Db, page: SearchValues): Promise<ValuesOf<typeof found>[]> {
  return db.pageRows(search, page);
}

const selectExisting = statement(
  "directory.folders_exist",
  { apiKeyId: folders.apiKeyId, organizationId: types.text, folderIds: listOf(types.text) },
  { folderId: folders.folderId },
  sql`select ${folders.folderId} from ${folders}
   where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
     and ${folders.folderId} = any($folderIds::text[])`,
);

/** The ids of the folders that exist; `root` always exists. */
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

/** A change of a folder; `parentId` null keeps its place (a new one: at the top level). */
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
    ...itemsInFolders.parameters,
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
  },
  {},
  sql`with added as materialized (select ${nextRef} as folder_ref, i.* from ${itemsInFolders.from})
   insert into ${folders} (${folders.apiKeyId}, ${folders.organizationRef}, ${folders.folderId}, ${folders.folderRef},
     ${folders.parentRef}, ${folders.folderName}, ${folders.metadata})
   select $apiKeyId, ${organizationRef}, a.id, a.folder_ref, coalesce(n.folder_ref, p.${folders.folderRef}, 0), a.name,
     a.metadata_set::jsonb
   from added a
   left join added n on n.id = a.folder_id
   left join ${folders} p on p.${folders.apiKeyId} = $apiKeyId and p.${folders.organizationRef} = ${organizationRef}
     and p.${folders.folderId} = a.folder_id`,
);

/** Creates folders that do not exist, in parents that exist or are created with them. Needs the organization locked. */
export async function insertFolders(tx: Db, apiKeyId: string, organizationId: string, changes: readonly FolderChange[]): Promise<void> {
  if (changes.length > 0) await tx.run(insert, { apiKeyId, organizationId, ...folderColumns(changes) });
}

const update = statement(
  "directory.folders_update",
  {
    ...itemsInFolders.parameters,
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
    metadataBytes: types.integer,
  },
  { id: types.text, changed: types.boolean },
  sql`with locked as materialized (
     select i.*, p.${folders.folderRef} as new_parent_ref
     from ${itemsInFolders.from}
     join ${folders} f on f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = ${organizationRef}
       and f.${folders.folderId} = i.id
     left join ${folders} p on p.${folders.apiKeyId} = $apiKeyId and p.${folders.organizationRef} = f.${folders.organizationRef}
       and p.${folders.folderId} = i.folder_id
     order by f.${folders.folderId} for no key update of f
   ), changed as (
     update ${folders} f
     set ${folders.folderName} = coalesce(i.name, f.${folders.folderName}), ${folders.metadata} = ${merged(sql`f.${folders.metadata}`)},
       ${folders.updatedAtMs} = ${nowMs},
       ${folders.parentRef} = case when i.folder_id is null then f.${folders.parentRef} else coalesce(i.new_parent_ref, 0) end
     from locked i
     where f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = ${organizationRef} and f.${folders.folderId} = i.id
       and ${fits(sql`f.${folders.metadata}`)}
     returning f.${folders.folderId}
   )
   select id, false as changed from locked union all select ${folders.folderId}, true from changed`,
);

/**
 * Changes existing folders. First returns which exist, then which were changed, without those whose metadata would be too long. Needs the
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
    ...items.parameters,
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
    metadataBytes: types.integer,
  },
  { id: folders.folderId },
  sql`select f.${folders.folderId} as id from ${items.from}
   join ${folders} f on f.${folders.apiKeyId} = $apiKeyId and f.${folders.organizationRef} = ${organizationRef}
     and f.${folders.folderId} = i.id
   where not ${fits(sql`f.${folders.metadata}`)}`,
);

/** The existing folders that could not be changed because their metadata would be too long. */
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
  sql`insert into ${folders} (${folders.apiKeyId}, ${folders.organizationRef}, ${folders.folderId})
   select $apiKeyId, o.${organizations.organizationRef}, i.folder_id
   from unnest($organizationIds::text[], $folderIds::text[]) as i (organization_id, folder_id)
   cross join ${organizationById(sql`i.organization_id`)}
   order by o.${organizations.organizationRef}, i.folder_id collate "C"
   on conflict (${folders.apiKeyId}, ${folders.organizationRef}, ${folders.folderId}) do nothing`,
);

/**
 * Creates the missing folders at the top level, each if its organization (at the same index of the other list) exists; returns how many.
 */
export async function createFolders(
  tx: Db,
  apiKeyId: string,
  organizationIds: readonly string[],
  folderIds: readonly string[],
): Promise<number> {
  return folderIds.length === 0 ? 0 : tx.run(createAtRoot, { apiKeyId, organizationIds, folderIds });
}

/** The number of folders of an API key. */
export const countFolders = rowCount("directory.folders_count_part", folders.apiKeyId, [folders.folderRef]);
