import { decodeCursor, encodeCursor, fittingRows } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { emailApiKeyPlace } from "../sealing/sealed-places.ts";
import type { Sealer } from "../sealing/sealer.ts";
import { apiKeyMessage } from "./api-key-message.ts";
import { type ApiKeyRow, selectApiKeys } from "./api-keys.store.ts";

const defaultPageSize = 100;

export const listApiKeys =
  ({ database, sealer }: Context): Handler<"listApiKeys"> =>
  async ({ workspaceId, pageSize, pageToken }) => {
    const [createdAtMs, apiKeyId] = decodeCursor(pageToken, ["number", "string"]) ?? [-1, ""];
    const size = pageSize || defaultPageSize;
    // One more than asked for tells whether there is a next page.
    const position = { afterCreatedAtMs: Number(createdAtMs), afterApiKeyId: String(apiKeyId) };
    const rows = await selectApiKeys(database, { workspaceId, ...position, limit: size + 1 });
    const page = fittingRows(rows, size);
    const last = page.at(-1);

    return {
      apiKeys: await Promise.all(page.map((row) => toMessage(row, sealer))),
      nextPageToken: page.length < rows.length && last !== undefined ? encodeCursor([last.createdAtMs, last.apiKeyId]) : "",
    };
  };

async function toMessage(row: ApiKeyRow, sealer: Sealer) {
  const { emailType, sealedApiKey } = row;
  if (emailType === null) return apiKeyMessage(row, undefined);
  const apiKey = sealedApiKey === null ? undefined : await sealer.open(row.workspaceId, emailApiKeyPlace(row.apiKeyId), sealedApiKey);
  return apiKeyMessage(row, { ...row, emailType, apiKey });
}
