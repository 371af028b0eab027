import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { folderByRef, organizationRef } from "../places/fragments.ts";
import { folders, removals } from "../schema.ts";

interface Folders {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderIds: readonly string[];
}

const lineageRow = {
  folderId: types.text,
  /** Null at the top level. */
  parentId: nullable(folders.folderId),
};

type LineageRow = ValuesOf<typeof lineageRow>;

// One look-up per folder: see folderByRef.
const children = (parent: string) => `lateral (
  select folder_ref from folders
  where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and parent_ref = ${parent}.folder_ref offset 0) f`;

const lineage = statement(
  "directory.folders_lineage",
  { apiKeyId: folders.apiKeyId, organizationId: types.text, folderIds: listOf(types.text) },
  lineageRow,
  `with recursive line as (
     select folder_id, folder_ref, parent_ref from folders
     where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = any($folderIds::text[])
     union
     select p.folder_id, p.folder_ref, p.parent_ref
     from line l,
       lateral (select * from folders where api_key_id = $apiKeyId and folder_ref = l.parent_ref offset 0) p
   )
   select l.folder_id, p.folder_id as parent_id from line l left join ${folderByRef("l.parent_ref", "p")} on true`,
);

/** The existing ones of the folders with all their ancestors. */
export function selectLineage(tx: Db, folders: Folders): Promise<LineageRow[]> {
  return tx.rows(lineage, folders);
}

const heights = statement(
  "directory.folders_height",
  { apiKeyId: folders.apiKeyId, organizationId: types.text, folderIds: listOf(types.text) },
  { folderId: types.text, height: types.integer },
  `with recursive below as (
     select folder_id as top, folder_ref, 0 as distance from folders
     where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = any($folderIds::text[])
     union all
     select b.top, f.folder_ref, b.distance + 1
     from below b, ${children("b")}
   )
   select top as folder_id, max(distance) as height from below group by top`,
);

/** The depth of the tree below each of the folders. */
export function selectHeights(tx: Db, folders: Folders): Promise<{ folderId: string; height: number }[]> {
  return tx.rows(heights, folders);
}

// The documents stay as they are: without its folder a document is invisible to every statement. So the cost depends only on the number of
// folders.
const removeSubtree = statement(
  "directory.folders_delete_subtree",
  { apiKeyId: folders.apiKeyId, organizationId: removals.organizationId, folderId: folders.folderId },
  { folders: types.integer },
  `with recursive subtree as (
     select folder_ref from folders
     where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = $folderId
     union all
     select f.folder_ref
     from subtree s, ${children("s")}
   ), gone as (
     delete from folders where api_key_id = $apiKeyId and folder_ref = any(array(select folder_ref from subtree))
     returning folder_id, folder_ref
   )
   insert into removals (api_key_id, kind, organization_id, organization_ref, folder_ids, folder_refs)
   select $apiKeyId, 'folder', $organizationId, ${organizationRef}, 
     array_agg(folder_id order by folder_id <> $folderId, folder_ref), array_agg(folder_ref order by folder_id <> $folderId, folder_ref)
   from gone having count(*) > 0
   returning cardinality(folder_refs) as folders`,
);

/**
 * Deletes the folder with everything below it and records the erasure, the folder itself first; returns how many folders that were, 0 when
 * it does not exist. Needs the organization locked.
 */
export async function deleteSubtree(tx: Db, apiKeyId: string, organizationId: string, folderId: string): Promise<number> {
  return (await tx.row(removeSubtree, { apiKeyId, organizationId, folderId }))?.folders ?? 0;
}
