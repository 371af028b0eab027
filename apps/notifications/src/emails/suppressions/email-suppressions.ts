import { cutPage, decodeCursor, pageSizeOf } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { liftSuppressions, selectSuppressions } from "./suppressions.store.ts";

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

export const deleteEmailSuppressions = ({ database }: EmailContext): EmailHandler<"deleteEmailSuppressions"> => {
  return async ({ apiKeyId, emails }) => {
    const wanted = [...new Set(emails)];
    const lifted = await liftSuppressions(
      database,
      apiKeyId,
      wanted.map((email) => email.toLowerCase()),
    );
    return {
      results: deletionResults(
        wanted,
        new Set(wanted.filter((email) => lifted.has(email.toLowerCase()))),
        "Mails are sent to this address again.",
        (email) => `The address ${email.slice(0, 100)} is not suppressed.`,
      ),
    };
  };
};
