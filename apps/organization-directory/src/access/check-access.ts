import { AccessState, type AccessSubject } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { ancestorsOf, pathTo } from "../folders/folder-paths.ts";
import { type AccessRow, selectAccess, selectRemovedUntil } from "./access.store.ts";

export const checkAccess = ({ database }: Context): Handler<"checkAccess"> => {
  return async ({ apiKeyId, subjects, withRemovals, withFolders }) => {
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
        [organizationId, await ancestorsOf(db, { apiKeyId, organizationId, folderIds: [...folderIds] })] as const,
    ),
  );
  const parentsOf = new Map(lineages);
  return subjects.map(({ organizationId }, index) => {
    const folderId = rows[index]?.folderId ?? null;
    return { folderIds: folderId === null ? [] : pathTo(folderId, parentsOf.get(organizationId) ?? new Map()).toReversed() };
  });
}

function stateOf({ found, disabled }: AccessRow): AccessState {
  if (!found) return AccessState.NOT_FOUND;
  return disabled ? AccessState.DISABLED : AccessState.OPEN;
}
