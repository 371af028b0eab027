import { Failure, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { masked } from "../settings/masked.ts";
import { isHigher, storedRole } from "./token-role.ts";
import {
  deleteEndedSessions,
  insertWorkspaceToken,
  lockWorkspace,
  selectWorkspaceTokens,
  type WorkspaceTokenRow,
} from "./workspace-tokens.store.ts";

const maxSessions = 1_000;

export const beginConsoleSession =
  ({ database, makeToken }: Context): Handler<"beginConsoleSession"> =>
  async ({ workspaceId, person, role, lifetimeMs, parentTokenId }) => {
    const { token, tokenId, tokenHash } = makeToken(workspaceId);
    const sessionRole = storedRole(role) ?? null;
    if (sessionRole === null) throw new Failure("invalid_argument", "A session needs a role.");

    const expiresAtMs = await database.transaction(async (tx) => {
      if (!(await lockWorkspace(tx, workspaceId))) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
      await deleteEndedSessions(tx, workspaceId);
      const tokens = await selectWorkspaceTokens(tx, workspaceId);
      const parent = parentTokenId === "" ? undefined : parentIn(tokens, parentTokenId);
      if (parent !== undefined && isHigher(sessionRole, parent.tokenRole))
        throw new Failure(
          "permission_denied",
          `A session with the role ${sessionRole} needs a token that has it; this one has ${parent.tokenRole}.`,
        );
      if (tokens.filter((each) => each.sessionRole !== null).length >= maxSessions) {
        const message = `The workspace already has ${maxSessions} sessions; end some, or wait until they expire.`;
        throw new Failure("resource_exhausted", message, { reason: "too_many_sessions" });
      }
      const endsAtMs = Math.min(Date.now() + Number(lifetimeMs), parent?.expiresAtMs ?? Number.POSITIVE_INFINITY);
      await insertWorkspaceToken(tx, {
        workspaceId,
        tokenId,
        tokenHash,
        tokenName: parent === undefined ? person : `token "${parent.tokenName || parent.maskedToken || masked("")}"`,
        maskedToken: masked(token),
        expiresAtMs: endsAtMs,
        sessionRole,
        parentTokenId: parent?.tokenId ?? null,
        tokenRole: sessionRole,
      });
      return endsAtMs;
    });
    return { token, expiresAtMs: BigInt(expiresAtMs) };
  };

// The check that admitted the caller may be a few seconds old: a session begun with a token that was revoked meanwhile would not end with
// it.
function parentIn(tokens: readonly WorkspaceTokenRow[], parentTokenId: string): WorkspaceTokenRow {
  const parent = tokens.find(({ tokenId, sessionRole, expired }) => tokenId === parentTokenId && sessionRole === null && !expired);
  if (parent === undefined) throw notFound("The workspace has no such token.");
  return parent;
}
