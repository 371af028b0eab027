import type { Db } from "@parley/database";
import { failedPrecondition, notFound, shortened } from "@parley/kernel";
import { deleteReplacedWorkspaceTokens } from "./changed-workspace-tokens.store.ts";
import { lockWorkspace, selectWorkspaceTokens, type WorkspaceTokenRow } from "./workspace-tokens.store.ts";

// Most tokens of a workspace, because they are listed on one page.
const mostOfWorkspace = 1_000;

/**
 * The tokens of a workspace without those of its sessions, locked so that they are changed one at a time. Fails with `not_found` for an
 * unknown workspace.
 */
export async function ownTokensForChange(tx: Db, workspaceId: string): Promise<readonly WorkspaceTokenRow[]> {
  if (!(await lockWorkspace(tx, workspaceId))) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
  await deleteReplacedWorkspaceTokens(tx, workspaceId);
  return (await selectWorkspaceTokens(tx, workspaceId)).filter(({ sessionRole }) => sessionRole === null);
}

/** Fails with `failed_precondition` when a workspace has the maximum number of tokens. */
export function requireRoomForOwnToken(tokens: readonly WorkspaceTokenRow[], maxAuthTokens: number): void {
  const most = Math.min(maxAuthTokens, mostOfWorkspace);
  if (tokens.length < most) return;
  throw failedPrecondition(`The workspace already has ${most} tokens; revoke one first.`, "too_many_auth_tokens");
}

/**
 * Fails with `failed_precondition` when no other valid token of the workspace has the role `administrate`: nobody could then create one.
 */
export function requireAnotherAdministrator(tokens: readonly WorkspaceTokenRow[], tokenId: string): void {
  const administrates = tokens.filter((each) => each.tokenRole === "administrate" && !each.expired);
  if (administrates.some((each) => each.tokenId !== tokenId)) return;
  throw failedPrecondition(
    "This is the last valid token of the workspace with the role administrate; create another one first.",
    "last_token",
  );
}
