import type { GetEmailsRequest } from "@parley/contracts/notifications";
import { decodeCursor, encodeCursor, invalid } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../email-context.ts";
import { type EmailRow, type LogFilter, selectLog, selectLogByIds, selectLoggedItems } from "./email-log.store.ts";
import { emailMessage, stateOf } from "./wire.ts";

const defaultPageSize = 100;
const shownItems = 50;
const endOfTimeMs = 8.64e15;

export const getEmails = ({ database }: EmailContext): EmailHandler<"getEmails"> => {
  return async (request) => {
    const { apiKeyId, emailIds } = request;
    if ((request.documentId === "") !== (request.organizationId === "")) {
      throw invalid("document_id", "organization_id and document_id go together.");
    }
    if (emailIds.length > 0) {
      if (isNarrowed(request)) throw invalid("email_ids", "email_ids excludes the other filters.");
      return { emails: await withItems(apiKeyId, await selectLogByIds(database, apiKeyId, emailIds)) };
    }
    const endMs = request.toMs === 0n ? endOfTimeMs : Number(request.toMs);
    const [beforeMs, beforeId] = decodeCursor(request.pageToken, ["number", "number"]) ?? [endMs, 0];
    const position = { beforeMs: Number(beforeMs), beforeId: Number(beforeId) };
    const { rows, next } = await selectLog(database, filterOf(request), position, request.pageSize || defaultPageSize);
    return {
      emails: await withItems(apiKeyId, rows),
      nextPageToken: next === undefined ? "" : encodeCursor([next.beforeMs, next.beforeId]),
    };
  };

  async function withItems(apiKeyId: string, rows: readonly EmailRow[]) {
    const ids = rows.map(({ emailId }) => emailId);
    const items = Map.groupBy(await selectLoggedItems(database, apiKeyId, ids, shownItems), ({ emailId }) => emailId);
    return rows.map((row) => emailMessage(row, items.get(row.emailId) ?? []));
  }
};

function isNarrowed({ state, userId, documentId, fromMs, toMs }: GetEmailsRequest): boolean {
  return state !== 0 || userId !== "" || documentId !== "" || fromMs > 0n || toMs > 0n;
}

function filterOf({ apiKeyId, state, userId, organizationId, documentId, fromMs }: GetEmailsRequest): LogFilter {
  return { apiKeyId, state: stateOf(state), userId, organizationId, documentId, fromMs: Number(fromMs) };
}
