import type { Db } from "@parley/database";
import type { Erasure } from "@parley/erasure";
import { notFound, shortened, userHashOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { revokeTokensOf } from "./user-token-revocations.store.ts";

export const revokeUserTokens =
  ({ database }: Context): Handler<"revokeUserTokens"> =>
  async ({ workspaceId, apiKeyId, userId }) => {
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    await revokeTokensOf(database, workspaceId, apiKeyId, [userHashOf(apiKeyId, userId)]);
    return {};
  };

/** Ends the tokens of users who are erased, in the transaction that begins the erasure: they would go on writing in the user's name. */
export async function revokeTokensOfErased(tx: Db, { apiKeyId, kind, scope }: Erasure): Promise<void> {
  if (kind !== "user") return;
  const hashes = scope.userIds.map((userId) => userHashOf(apiKeyId, userId));
  await revokeTokensOf(tx, "", apiKeyId, hashes);
}
