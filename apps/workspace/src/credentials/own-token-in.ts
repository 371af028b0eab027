import type { Db } from "@parley/database";
import { failedPrecondition, notFound } from "@parley/kernel";
import { selectWorkspaceTokens, type WorkspaceTokenRow } from "./workspace-tokens.store.ts";

/**
 * The valid token of a workspace with this id. Fails with `not_found`, and with `failed_precondition` for a session's token, whose rights
 * and expiry are the session's.
 */
export async function ownTokenIn(
  tx: Db,
  tokens: readonly WorkspaceTokenRow[],
  workspaceId: string,
  tokenId: string,
): Promise<WorkspaceTokenRow> {
  const found = tokens.find((each) => each.tokenId === tokenId && !each.expired);
  if (found !== undefined) return found;
  const isOfSession = (await selectWorkspaceTokens(tx, workspaceId)).some((each) => each.tokenId === tokenId && each.sessionRole !== null);
  if (isOfSession) throw failedPrecondition("This is the token of a session of the console: it can only be revoked.", "session_token");
  throw notFound("The workspace has no such valid token.");
}
