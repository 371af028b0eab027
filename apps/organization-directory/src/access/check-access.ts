import { AccessState, type AccessSubject } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { pathTo } from "../folders/folder-paths.ts";
import { type LineageRow, selectLineage } from "../folders/folder-tree.store.ts";
import { type AccessRow, selectAccess, selectRemovedUntil } from "./access.store.ts";

export const checkAccess = ({ database }: Context): Handler<"checkAccess"> => {
  return async ({ apiKeyId, subjects, withRemovals, withFolders, withTimes }) => {
    const columns = {
      apiKeyId,
      organizationIds: subjects.map(({ organizationId }) => organizationId),
      documentIds: subjects.map(({ documentId }) => documentId),
    };
    const rows = await selectAccess(database, columns);
    return {
      states: rows.map(stateOf),
      removedUntilMs: withRemovals ? await selectRemovedUntil(database, columns) : [],
      folderPaths: withFolders ? await folderPaths(database, apiKeyId, subjects, rows) : [],
      times: withTimes ? rows.map(timesOf) : [],
      nowMs: BigInt(rows[0]?.nowMs ?? 0),
    };
  };
};

async function folderPaths(db: Db, apiKeyId: string, subjects: readonly AccessSubject[], rows: readonly AccessRow[]) {
  const foldersOf = new Map<string, Set<string>>();
  for (const [index, { organizationId }] of subjects.entries()) {
    const folderId = rows[index]?.folderId ?? undefined;
    if (folderId === undefined) continue;
    const known = foldersOf.get(organizationId);
    if (known === undefined) foldersOf.set(organizationId, new Set([folderId]));
    else known.add(folderId);
  }
  // One statement for each organization; a request names few organizations.
  const lineages = await Promise.all(
    [...foldersOf].map(
      async ([organizationId, folderIds]) =>
        [organizationId, await selectLineage(db, { apiKeyId, organizationId, folderIds: [...folderIds] })] as const,
    ),
  );
  const trees = new Map(lineages.map(([organizationId, lineage]) => [organizationId, treeOf(lineage)]));
  return subjects.map(({ organizationId }, index) => {
    const tree = trees.get(organizationId);
    const folderId = rows[index]?.folderId ?? null;
    const folderIds = folderId === null || tree === undefined ? [] : pathTo(folderId, tree.parents).toReversed();
    return { folderIds, createdAtMs: folderIds.map((id) => BigInt(tree?.times.get(id) ?? 0)) };
  });
}

function treeOf(lineage: readonly LineageRow[]) {
  return {
    parents: new Map(lineage.map(({ folderId, parentId }) => [folderId, parentId])),
    times: new Map(lineage.map(({ folderId, createdAtMs }) => [folderId, createdAtMs])),
  };
}

function timesOf({ organizationCreatedAtMs, documentCreatedAtMs }: AccessRow) {
  return { organizationCreatedAtMs: BigInt(organizationCreatedAtMs ?? 0), documentCreatedAtMs: BigInt(documentCreatedAtMs ?? 0) };
}

function stateOf({ found, disabled }: AccessRow): AccessState {
  if (!found) return AccessState.NOT_FOUND;
  return disabled ? AccessState.DISABLED : AccessState.OPEN;
}
