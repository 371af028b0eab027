import type { Db } from "@parley/database";
import { selectLineage } from "./folder-tree.store.ts";
import type { FolderRow } from "./folders.store.ts";

/** A folder with its ancestors, the outermost first. */
export interface FolderWithPath extends FolderRow {
  readonly ancestorIds: readonly string[];
}

/** Adds its ancestors to each folder. */
export async function withPaths(
  db: Db,
  place: { readonly apiKeyId: string; readonly organizationId: string },
  rows: readonly FolderRow[],
): Promise<FolderWithPath[]> {
  const parentIds = new Set(rows.flatMap(({ parentFolderId }) => parentFolderId ?? []));
  const lineage = parentIds.size === 0 ? [] : await selectLineage(db, { ...place, folderIds: [...parentIds] });
  const parents = new Map(lineage.map(({ folderId, parentId }) => [folderId, parentId]));
  return rows.map((row) => ({ ...row, ancestorIds: pathTo(row.parentFolderId, parents) }));
}

function pathTo(folderId: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  // A folder that is moved while this is read must not lead to an endless loop.
  for (let at = folderId; at !== null && !path.includes(at); at = parents.get(at) ?? null) path.unshift(at);
  return path;
}
