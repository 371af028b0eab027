import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { lockApiKey, selectAuthToken } from "./auth-tokens.store.ts";
import { changeAuthToken } from "./changed-auth-tokens.store.ts";
import { authTokenMessage } from "./token-messages.ts";
import { narrowed } from "./token-rights.ts";

export const updateAuthToken =
  ({ database }: Context): Handler<"updateAuthToken"> =>
  async ({ workspaceId, apiKeyId, tokenId, name, ...wanted }) =>
    database.transaction(async (tx) => {
      if (!(await lockApiKey(tx, workspaceId, apiKeyId))) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      const found = await selectAuthToken(tx, apiKeyId, tokenId);
      if (found === undefined) throw notFound(`The API key ${shortened(apiKeyId)} has no such token.`);
      const changed = { ...narrowed(found, wanted), tokenName: name ?? found.tokenName };
      await changeAuthToken(tx, { workspaceId, apiKeyId, tokenId }, changed);
      return { authToken: authTokenMessage({ ...found, ...changed, token: "" }) };
    });
