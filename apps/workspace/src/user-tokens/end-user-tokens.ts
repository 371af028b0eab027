import { userHashOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { revokeTokensOf, selectNow } from "./user-token-revocations.store.ts";

export const endUserTokens =
  ({ database }: Context): Handler<"endUserTokens"> =>
  async ({ apiKeyId, userIds }) => {
    const hashes = userIds.map((userId) => userHashOf(apiKeyId, userId));
    const revokedAtMs = await revokeTokensOf(database, { workspaceId: "", apiKeyId }, hashes);
    return { revokedAtMs: BigInt(revokedAtMs ?? (await selectNow(database))) };
  };
