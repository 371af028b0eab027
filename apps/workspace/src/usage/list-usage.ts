import type { MessageInitShape } from "@bufbuild/protobuf";
import type { UsageDaySchema } from "@parley/contracts/workspace";
import { cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectUsage, selectUsageOfKey, type UsageDayRow } from "./usage-days.store.ts";

const defaultPageSize = 100;

export const listUsage =
  ({ database }: Context): Handler<"listUsage"> =>
  async ({ workspaceId, apiKeyId, fromMs, toMs, pageSize, pageToken }) => {
    const [afterMs = -1, afterApiKeyId = ""] = decodeCursor(pageToken, ["number", "string"]) ?? [];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const page = {
      workspaceId,
      fromMs: Number(fromMs),
      toMs: Number(toMs),
      afterMs: Number(afterMs),
      afterApiKeyId: String(afterApiKeyId),
      limit,
    };
    const rows = await (apiKeyId === "" ? selectUsage(database, page) : selectUsageOfKey(database, { ...page, apiKeyId }));
    const { shown, nextPageToken } = cutPage(rows, size, (row) => [row.dayMs, row.apiKeyId]);
    return { days: shown.map(usageDayMessage), nextPageToken };
  };

function usageDayMessage(row: UsageDayRow): MessageInitShape<typeof UsageDaySchema> {
  return {
    users: BigInt(row.users),
    usage: {
      apiKeyId: row.apiKeyId,
      dayMs: BigInt(row.dayMs),
      requests: BigInt(row.requests),
      failed: BigInt(row.failed),
      refused: BigInt(row.refused),
      comments: BigInt(row.comments),
      mails: BigInt(row.mails),
      deliveries: BigInt(row.deliveries),
      streamsMs: BigInt(row.streamsMs),
      inputTokens: BigInt(row.inputTokens),
      outputTokens: BigInt(row.outputTokens),
    },
  };
}
