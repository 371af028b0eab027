import { cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { endpointMessage } from "./endpoint-message.ts";
import { selectEndpoints } from "./endpoints.store.ts";

const defaultPageSize = 100;

export const listWebhookEndpoints =
  ({ database }: Context): Handler<"listWebhookEndpoints"> =>
  async ({ apiKeyId, endpointIds, pageSize, pageToken }) => {
    const [afterMs, afterId] = decodeCursor(pageToken, ["number", "string"]) ?? [-1, ""];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const rows = await selectEndpoints(database, { apiKeyId, endpointIds, afterMs: Number(afterMs), afterId: String(afterId), limit });
    const { shown, nextPageToken } = cutPage(rows, size, ({ createdAtMs, endpointId }) => [createdAtMs, endpointId]);
    return { endpoints: shown.map(endpointMessage), nextPageToken };
  };
