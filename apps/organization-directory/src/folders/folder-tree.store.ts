import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { folderByRef, organizationRef } from "../places/fragments.ts";
import { childrenOf, subtreeOf } from "../places/subtree.store.ts";
import { deletedPlaces, folders } from "../schema.ts";

interface Folders {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderIds: readonly string[];
}

const lineageRow = {
  folderId: types.text,
  /** Null at the top level. */
  parentId: nullable(folders.folderId),
  createdAtMs: folders.createdAtMs,
  accessType: folders.accessType,
  inheritsAccess: folders.inheritsAccess,
};

export type LineageRow = ValuesOf<typeof lineageRow>;

const lineage = statement(
  "directory.folders_lineage",
  { apiKeyId: folders.apiKeyId, organizationId: types.text, folderIds: listOf(types.text) },
  lineageRow,
  sql`with recursive line as (
     select ${folders.folderId}, ${folders.folderRef}, ${folders.parentRef}, ${folders.createdAtMs}, ${folders.accessType},
       ${folders.inheritsAccess} from ${folders}
     where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
       and ${folders.folderId} = any($folderIds::text[])
     union
     select p.${folders.folderId}, p.${folders.folderRef}, p.${folders.parentRef}, p.${folders.createdAtMs}, p.${folders.accessType},
       p.${folders.inheritsAccess}
     from line l,
       lateral (select * from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = l.${folders.parentRef} offset 0) p
   )
   select l.${folders.folderId}, p.${folders.folderId} as parent_id, l.${folders.createdAtMs}, l.${folders.accessType}, l.${folders.inheritsAccess}
   from line l left join ${folderByRef(sql`l.${folders.parentRef}`, sql`p`)} on true`,
);

/** The folders that exist, with all their ancestors. */
export function selectLineage(tx: Db, folders: Folders): Promise<LineageRow[]> {
  return tx.rows(lineage, folders);
}

const heights = statement(
  "directory.folders_height",
  { apiKeyId: folders.apiKeyId, organizationId: types.text, folderIds: listOf(types.text) },
  { folderId: types.text, height: types.integer },
  sql`with recursive below as (
     select ${folders.folderId} as top, ${folders.folderRef}, 0 as distance from ${folders}
     where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
       and ${folders.folderId} = any($folderIds::text[])
     union all
     select b.top, f.${folders.folderRef}, b.distance + 1
     from below b, ${childrenOf(sql`b`)}
   )
   select top as folder_id, max(distance) as height from below group by top`,
);

/** The depth of the tree below each of the folders. */
export function selectHeights(tx: Db, folders: Folders): Promise<{ folderId: string; height: number }[]> {
  return tx.rows(heights, folders);
}

// The documents stay unchanged: without its folder a document is invisible to every statement. So the cost depends only on the number of
// folders.
const removeSubtree = statement(
  "directory.folders_delete_subtree",
  { apiKeyId: folders.apiKeyId, organizationId: deletedPlaces.organizationId, folderId: folders.folderId },
  { folders: types.integer },
  sql`with recursive ${subtreeOf}, gone as (
     delete from ${folders} where ${folders.apiKeyId} = $apiKeyId
       and ${folders.folderRef} = any(array(select ${folders.folderRef} from subtree))
     returning ${folders.folderId}, ${folders.folderRef}
   )
   insert into ${deletedPlaces} (${deletedPlaces.apiKeyId}, ${deletedPlaces.kind}, ${deletedPlaces.organizationId}, ${deletedPlaces.organizationRef},
     ${deletedPlaces.folderIds}, ${deletedPlaces.folderRefs})
   select $apiKeyId, 'folder', $organizationId, ${organizationRef}, 
     array_agg(${folders.folderId} order by ${folders.folderId} <> $folderId, ${folders.folderRef}),
       array_agg(${folders.folderRef} order by ${folders.folderId} <> $folderId, ${folders.folderRef})
   from gone having count(*) > 0
   returning cardinality(${deletedPlaces.folderRefs}) as folders`,
);

/**
 * Deletes the folder with everything below it and records the erasure, the folder itself first; returns how many folders were deleted, 0
 * when it does not exist. Needs the organization locked.
 */
export async function deleteSubtree(tx: Db, apiKeyId: string, organizationId: string, folderId: string): Promise<number> {
  return (await tx.row(removeSubtree, { apiKeyId, organizationId, folderId }))?.folders ?? 0;
}
