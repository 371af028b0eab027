import type { Db } from "@parley/database";
import { failedPrecondition, notFound, shortened } from "@parley/kernel";
import { deleteReplacedWorkspaceTokens } from "./changed-workspace-tokens.store.ts";
import { lockWorkspace, selectWorkspaceTokens, type WorkspaceTokenRow } from "./workspace-tokens.store.ts";

// They are listed together.
const mostOfWorkspace = 1_000;

/**
 * The tokens of a workspace without those of its sessions, to be changed by one caller at a time. Fails with `not_found` for an unknown workspace.
 */
export async function ownTokensForChange(tx: Db, workspaceId: string): Promise<readonly WorkspaceTokenRow[]> {
  if (!(await lockWorkspace(tx, workspaceId))) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
  await deleteReplacedWorkspaceTokens(tx, workspaceId);
  return (await selectWorkspaceTokens(tx, workspaceId)).filter(({ sessionRole }) => sessionRole === null);
}

/** Fails with `failed_precondition` when a workspace has as many tokens as it may have. */
export function requireRoomForOwnToken(tokens: readonly WorkspaceTokenRow[], maxAuthTokens: number): void {
  const most = Math.min(maxAuthTokens, mostOfWorkspace);
  if (tokens.length < most) return;
  throw failedPrecondition(`The workspace has ${most} tokens already; revoke one first.`, "too_many_auth_tokens");
}

/** Fails with `failed_precondition` when, without this one, no valid token of the workspace administrates: nobody could make another one. */
export function requireAnotherAdministrator(tokens: readonly WorkspaceTokenRow[], tokenId: string): void {
  const administrates = tokens.filter((each) => each.tokenRole === "administrate" && !each.expired);
  if (administrates.some((each) => each.tokenId !== tokenId)) return;
  throw failedPrecondition("This is the last valid token of the workspace that administrates; create another one first.", "last_token");
}
