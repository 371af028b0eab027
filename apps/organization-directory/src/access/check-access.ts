import { AccessState, type AccessSubject } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { pathTo } from "../folders/folder-paths.ts";
import { type LineageRow, selectLineage } from "../folders/folder-tree.store.ts";
import { type AccessRow, selectAccess, selectRemovedUntil } from "./access.store.ts";

export const checkAccess = ({ database }: Context): Handler<"checkAccess"> => {
  return async ({ apiKeyId, subjects, withRemovals, withFolders, withTimes, withAccessTypes }) => {
    const columns = {
      apiKeyId,
      organizationIds: subjects.map(({ organizationId }) => organizationId),
      documentIds: subjects.map(({ documentId }) => documentId),
    };
    const rows = await selectAccess(database, columns);
    const trees = withFolders || withAccessTypes ? await treesOf(database, apiKeyId, subjects, rows) : new Map<string, Tree>();
    const paths = subjects.map(({ organizationId }, index) => pathIn(trees.get(organizationId), rows[index]?.folderId ?? null));
    return {
      states: rows.map(stateOf),
      removedUntilMs: withRemovals ? await selectRemovedUntil(database, columns) : [],
      folderPaths: withFolders ? paths.map(messageOf) : [],
      times: withTimes ? rows.map(timesOf) : [],
      accessTypes: withAccessTypes ? rows.map(({ accessType }, index) => accessType || accessTypeOf(paths[index] ?? [])) : [],
      nowMs: BigInt(rows[0]?.nowMs ?? 0),
    };
  };
};

type Tree = ReadonlyMap<string, LineageRow>;

async function treesOf(
  db: Db,
  apiKeyId: string,
  subjects: readonly AccessSubject[],
  rows: readonly AccessRow[],
): Promise<ReadonlyMap<string, Tree>> {
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
  return new Map(
    lineages.map(([organizationId, lineage]) => [organizationId, new Map(lineage.map((folder) => [folder.folderId, folder]))] as const),
  );
}

/** The folder and those above it, innermost first. */
function pathIn(tree: Tree | undefined, folderId: string | null): LineageRow[] {
  if (tree === undefined) return [];
  const parents = new Map([...tree.values()].map((folder) => [folder.folderId, folder.parentId]));
  return pathTo(folderId, parents)
    .toReversed()
    .flatMap((id) => tree.get(id) ?? []);
}

function messageOf(path: readonly LineageRow[]) {
  return { folderIds: path.map(({ folderId }) => folderId), createdAtMs: path.map(({ createdAtMs }) => BigInt(createdAtMs)) };
}

/** The type that the nearest folder with one gives; a folder that inherits gives its own only if none above has one. */
function accessTypeOf(path: readonly LineageRow[]): string {
  const typed = path.filter(({ accessType }) => accessType !== "");
  return (typed.find(({ inheritsAccess }) => !inheritsAccess) ?? typed.at(-1))?.accessType ?? "";
}

function timesOf({ organizationCreatedAtMs, documentCreatedAtMs }: AccessRow) {
  return { organizationCreatedAtMs: BigInt(organizationCreatedAtMs ?? 0), documentCreatedAtMs: BigInt(documentCreatedAtMs ?? 0) };
}

function stateOf({ found, disabled }: AccessRow): AccessState {
  if (!found) return AccessState.NOT_FOUND;
  return disabled ? AccessState.DISABLED : AccessState.OPEN;
}
