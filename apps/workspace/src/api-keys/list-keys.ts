import { cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { retentionMessage } from "./api-key-config-message.ts";
import { selectSearchKeys } from "./api-key-options.store.ts";
import { selectKeyRetentions } from "./key-retentions.store.ts";

const defaultPageSize = 1_000;

export const listKeyRetentions =
  ({ database }: Context): Handler<"listKeyRetentions"> =>
  async ({ pageSize, pageToken }) => {
    const [afterApiKeyId = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const rows = await selectKeyRetentions(database, String(afterApiKeyId), limit);
    const { shown, nextPageToken } = cutPage(rows, size, (row) => [row.apiKeyId]);
    return { retentions: shown.map((row) => ({ apiKeyId: row.apiKeyId, retention: retentionMessage(row) })), nextPageToken };
  };

export const listSearchKeys =
  ({ database }: Context): Handler<"listSearchKeys"> =>
  async ({ pageSize, pageToken }) => {
    const [afterApiKeyId = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const rows = await selectSearchKeys(database, String(afterApiKeyId), limit);
    const { shown, nextPageToken } = cutPage(rows, size, (row) => [row.apiKeyId]);
    return { apiKeyIds: shown.map(({ apiKeyId }) => apiKeyId), nextPageToken };
  };
