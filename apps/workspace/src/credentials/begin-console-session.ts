import { Failure, notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { masked } from "../settings/masked.ts";
import { makeToken } from "./auth-token.ts";
import { storedRole } from "./console-role.ts";
import { deleteEndedSessions, insertWorkspaceToken, lockWorkspace, selectWorkspaceTokens } from "./workspace-tokens.store.ts";

const maxSessions = 1_000;

export const beginConsoleSession =
  ({ database }: Context): Handler<"beginConsoleSession"> =>
  async ({ workspaceId, person: tokenName, role, lifetimeMs }) => {
    const { token, tokenId, tokenHash } = makeToken();
    const sessionRole = storedRole(role) ?? null;
    if (sessionRole === null) throw new Failure("invalid_argument", "A session needs a role.");
    const expiresAtMs = Date.now() + Number(lifetimeMs);

    await database.transaction(async (tx) => {
      if (!(await lockWorkspace(tx, workspaceId))) throw notFound(`There is no workspace ${workspaceId}.`);
      await deleteEndedSessions(tx, workspaceId);
      const open = (await selectWorkspaceTokens(tx, workspaceId)).filter((each) => each.sessionRole !== null);
      if (open.length >= maxSessions) {
        const message = `The workspace has ${maxSessions} sessions already; end some, or wait until they end.`;
        throw new Failure("resource_exhausted", message, { reason: "too_many_sessions" });
      }
      await insertWorkspaceToken(tx, { workspaceId, tokenId, tokenHash, tokenName, maskedToken: masked(token), expiresAtMs, sessionRole });
    });
    return { token };
  };
