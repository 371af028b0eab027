import { cutPage, decodeCursor, notFound, pageSizeOf, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { selectAuthTokens } from "./auth-tokens.store.ts";
import { authTokenMessage } from "./token-messages.ts";

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
