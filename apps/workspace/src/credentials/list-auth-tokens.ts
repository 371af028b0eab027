import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { selectAuthTokens } from "./auth-tokens.store.ts";
import { authTokenMessage } from "./token-messages.ts";

export const listAuthTokens =
  ({ database, sealer }: Context): Handler<"listAuthTokens"> =>
  async ({ workspaceId, apiKeyId }) => {
    const rows = await selectAuthTokens(database, workspaceId, apiKeyId);
    if (rows.length === 0) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);

    const authTokens = rows.flatMap(({ tokenId, sealedToken, tokenName: name, createdAtMs, expiresAtMs, lastUsedAtMs }) => {
      if (tokenId === null) return [];
      const opened = sealer.open(workspaceId, authTokenPlace(apiKeyId, tokenId), sealedToken);
      return [opened.then((token) => authTokenMessage({ tokenId, token, name, createdAtMs, expiresAtMs, lastUsedAtMs }))];
    });
    return { authTokens: await Promise.all(authTokens) };
  };
