import { cutPage, decodeCursor, notFound, pageSizeOf, shortened } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { identifyToken } from "./auth-token.ts";
import { deleteAuthToken, lockApiKey, selectAuthToken, selectAuthTokens } from "./auth-tokens.store.ts";
import { changeAuthToken } from "./changed-auth-tokens.store.ts";
import { authTokenMessage } from "./token-messages.ts";
import { narrowed } from "./token-rights.ts";

const defaultPageSize = 1_000;

export const listAuthTokens =
  ({ database, sealer }: Context): Handler<"listAuthTokens"> =>
  async ({ workspaceId, apiKeyId, pageSize, pageToken }) => {
    const [createdAtMs, tokenId] = decodeCursor(pageToken, ["number", "string"]) ?? [-1, ""];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const position = { afterCreatedAtMs: Number(createdAtMs), afterTokenId: String(tokenId) };
    const rows = await selectAuthTokens(database, { apiKeyId, ...position, limit });

    const { shown, nextPageToken } = cutPage(rows, size, (row) => [row.createdAtMs, row.tokenId]);
    const authTokens = shown.map(async (row) => {
      const token = await sealer.open(workspaceId, authTokenPlace(apiKeyId, row.tokenId), row.sealedToken);
      return authTokenMessage({ ...row, token });
    });
    return { authTokens: await Promise.all(authTokens), nextPageToken };
  };

export const revokeAuthToken =
  ({ database }: Context): Handler<"revokeAuthToken"> =>
  async ({ workspaceId, apiKeyId, token, ...request }) => {
    const { tokenId, tokenHash } = token === "" ? { tokenId: request.tokenId, tokenHash: null } : identifyToken(token);
    const revoked = await deleteAuthToken(database, { workspaceId, apiKeyId, tokenId, tokenHash });
    if (!revoked) refuseUnlessRepeated(notFound(`The API key ${shortened(apiKeyId)} has no such token.`));
    return {};
  };

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
