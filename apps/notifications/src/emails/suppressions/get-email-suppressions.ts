import { decodeCursor, encodeCursor, fittingRows } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { selectSuppressions } from "./suppressions.store.ts";

const defaultPageSize = 1_000;

export const getEmailSuppressions = ({ database }: EmailContext): EmailHandler<"getEmailSuppressions"> => {
  return async ({ apiKeyId, search, pageSize, pageToken }) => {
    const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const size = pageSize || defaultPageSize;
    // One more than asked for tells whether there is a next page.
    const rows = await selectSuppressions(database, { apiKeyId, search: search.toLowerCase(), after: String(after), limit: size + 1 });
    const page = fittingRows(rows, size);
    const last = page.at(-1);
    return {
      suppressions: page.map(({ address, error, suppressedAtMs }) => ({ email: address, error, suppressedAtMs: BigInt(suppressedAtMs) })),
      nextPageToken: rows.length > page.length && last !== undefined ? encodeCursor([last.address]) : "",
    };
  };
};
