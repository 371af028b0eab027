import type { Database } from "@parley/database";
import { longestUserTokenMs, notFound, shortened, userHashOf } from "@parley/kernel";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { deleteOldRevocations, revokeTokensOf, selectNow } from "./user-token-revocations.store.ts";

export const revokeUserTokens =
  ({ database }: Context): Handler<"revokeUserTokens"> =>
  async ({ workspaceId, apiKeyId, userId }) => {
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    await revokeTokensOf(database, { workspaceId, apiKeyId }, [userHashOf(apiKeyId, userId)]);
    return {};
  };

const restMs = 60_000;
// An hour more than the longest token, because the clocks of gateway and database may differ.
const keptMs = longestUserTokenMs + 3_600_000;

/** Deletes revocations of users' tokens periodically while the process runs, once the last token that they revoke has expired. */
export function removeOldRevocations(host: Host, database: Database): void {
  removeOld(host, "revocations of users' tokens", restMs, (limit) => deleteOldRevocations(database, keptMs, limit));
}

export const endUserTokens =
  ({ database }: Context): Handler<"endUserTokens"> =>
  async ({ apiKeyId, userIds }) => {
    const hashes = userIds.map((userId) => userHashOf(apiKeyId, userId));
    const revokedAtMs = await revokeTokensOf(database, { workspaceId: "", apiKeyId }, hashes);
    return { revokedAtMs: BigInt(revokedAtMs ?? (await selectNow(database))) };
  };

export const getTokenTime =
  ({ database }: Context): Handler<"getTokenTime"> =>
  async () => ({ nowMs: BigInt(await selectNow(database)) });
