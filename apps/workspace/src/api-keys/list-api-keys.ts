import type { ListApiKeysRequest } from "@parley/contracts/workspace";
import { type Cursor, cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { emailApiKeyPlace } from "../sealing/sealed-places.ts";
import type { Sealer } from "../sealing/sealer.ts";
import { apiKeyMessage } from "./api-key-message.ts";
import { type ApiKeyRow, searchApiKeys, selectApiKeys, selectNamedApiKeys } from "./api-keys.store.ts";

const defaultPageSize = 100;

export const listApiKeys =
  (context: Context): Handler<"listApiKeys"> =>
  (request) =>
    request.search === "" ? listAll(context, request) : listFound(context, request);

async function listAll({ database, sealer }: Context, { workspaceId, pageSize, pageToken, apiKeyIds }: ListApiKeysRequest) {
  const [createdAtMs, apiKeyId] = decodeCursor(pageToken, ["number", "string"]) ?? [-1, ""];
  const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
  const position = { afterCreatedAtMs: Number(createdAtMs), afterApiKeyId: String(apiKeyId) };
  const page = { workspaceId, ...position, limit };
  const rows = await (apiKeyIds.length === 0 ? selectApiKeys(database, page) : selectNamedApiKeys(database, { ...page, apiKeyIds }));
  return pageOf(rows, size, sealer, ({ createdAtMs: at, apiKeyId: id }) => [at, id]);
}

async function listFound({ database, sealer }: Context, { workspaceId, pageSize, pageToken, search }: ListApiKeysRequest) {
  const [name = "", apiKeyId = ""] = decodeCursor(pageToken, ["string", "string"]) ?? [];
  const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
  const position = { afterName: String(name), afterApiKeyId: String(apiKeyId) };
  const rows = await searchApiKeys(database, { workspaceId, search, ...position, limit });
  return pageOf(rows, size, sealer, ({ searchedName, apiKeyId: id }) => [searchedName, id]);
}

async function pageOf<Row extends ApiKeyRow>(rows: readonly Row[], size: number, sealer: Sealer, cursorOf: (row: Row) => Cursor) {
  const { shown, nextPageToken } = cutPage(rows, size, cursorOf);
  return { apiKeys: await Promise.all(shown.map((row) => toMessage(row, sealer))), nextPageToken };
}

async function toMessage(row: ApiKeyRow, sealer: Sealer) {
  const { emailType, sealedApiKey } = row;
  if (emailType === null) return apiKeyMessage(row, undefined);
  const apiKey = sealedApiKey === null ? undefined : await sealer.open(row.workspaceId, emailApiKeyPlace(row.apiKeyId), sealedApiKey);
  return apiKeyMessage(row, { ...row, emailType, apiKey });
}
