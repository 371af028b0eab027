import { cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { selectSuppressions } from "./suppressions.store.ts";

const defaultPageSize = 1_000;

export const getEmailSuppressions = ({ database }: EmailContext): EmailHandler<"getEmailSuppressions"> => {
  return async ({ apiKeyId, search, pageSize, pageToken }) => {
    const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const { size, limit } = pageSizeOf(pageSize, defaultPageSize);
    const rows = await selectSuppressions(database, { apiKeyId, search: search.toLowerCase(), after: String(after), limit });
    const { shown, nextPageToken } = cutPage(rows, size, ({ address }) => [address]);
    return {
      suppressions: shown.map(({ address, error, suppressedAtMs }) => ({ email: address, error, suppressedAtMs: BigInt(suppressedAtMs) })),
      nextPageToken,
    };
  };
};
