import type { Db } from "@parley/database";
import { selectLineage } from "./folder-tree.store.ts";
import type { FolderRow } from "./folders.store.ts";

/** A folder with its ancestors, the outermost first. */
export interface FolderWithPath extends FolderRow {
  readonly ancestorIds: readonly string[];
}

/** Adds the ancestors to each folder. */
export async function withPaths(
  db: Db,
  place: { readonly apiKeyId: string; readonly organizationId: string },
  rows: readonly FolderRow[],
): Promise<FolderWithPath[]> {
  const parentIds = new Set(rows.flatMap(({ parentFolderId }) => parentFolderId ?? []));
  const parents = await ancestorsOf(db, { ...place, folderIds: [...parentIds] });
  return rows.map((row) => ({ ...row, ancestorIds: pathTo(row.parentFolderId, parents) }));
}

/** The parent of each of the folders and of all above them; null at the top. */
async function ancestorsOf(
  db: Db,
  folders: { readonly apiKeyId: string; readonly organizationId: string; readonly folderIds: readonly string[] },
): Promise<ReadonlyMap<string, string | null>> {
  const lineage = folders.folderIds.length === 0 ? [] : await selectLineage(db, folders);
  return new Map(lineage.map(({ folderId, parentId }) => [folderId, parentId]));
}

/** The ids from the outermost folder to this one. */
export function pathTo(folderId: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  // A folder that is moved during the read must not cause an endless loop.
  for (let at = folderId; at !== null && !path.includes(at); at = parents.get(at) ?? null) path.unshift(at);
  return path;
}
