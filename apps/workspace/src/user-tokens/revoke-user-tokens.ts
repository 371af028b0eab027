import { notFound, shortened, userHashOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { revokeTokensOf } from "./user-token-revocations.store.ts";

export const revokeUserTokens =
  ({ database }: Context): Handler<"revokeUserTokens"> =>
  async ({ workspaceId, apiKeyId, userId }) => {
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    await revokeTokensOf(database, { workspaceId, apiKeyId }, [userHashOf(apiKeyId, userId)]);
    return {};
  };
