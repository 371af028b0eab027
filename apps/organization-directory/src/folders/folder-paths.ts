import type { Db } from "@parley/database";
import { selectLineage } from "./folder-tree.store.ts";
import type { FolderRow } from "./folders.store.ts";

/** The folders above each of these, the outermost first. */
export async function pathsUp(
  db: Db,
  place: { readonly apiKeyId: string; readonly organizationId: string },
  rows: readonly FolderRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const parentIds = new Set(rows.flatMap(({ parentFolderId }) => parentFolderId ?? []));
  const lineage = parentIds.size === 0 ? [] : await selectLineage(db, { ...place, folderIds: [...parentIds] });
  const parents = new Map(lineage.map(({ folderId, parentId }) => [folderId, parentId]));
  return new Map(rows.map(({ id, parentFolderId }) => [id, pathTo(parentFolderId, parents)]));
}

function pathTo(folderId: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  // A folder that is moved meanwhile must not make a circle of what was read.
  for (let at = folderId; at !== null && !path.includes(at); at = parents.get(at) ?? null) path.unshift(at);
  return path;
}
