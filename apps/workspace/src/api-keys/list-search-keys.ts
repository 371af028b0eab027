import { cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectSearchKeys } from "./api-key-options.store.ts";

const defaultPageSize = 1_000;

export const listSearchKeys =
  ({ database }: Context): Handler<"listSearchKeys"> =>
  async ({ pageSize, pageToken }) => {
    const [afterApiKeyId = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const rows = await selectSearchKeys(database, String(afterApiKeyId), limit);
    const { shown, nextPageToken } = cutPage(rows, size, (row) => [row.apiKeyId]);
    return { apiKeyIds: shown.map(({ apiKeyId }) => apiKeyId), nextPageToken };
  };
