import type { GetEmailsRequest } from "@parley/contracts/notifications";
import { bytesOfRow, decodeCursor, encodeCursor, invalid, PageBytes } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../../context.ts";
import {
  type Detail,
  type EmailRow,
  type LogFilter,
  type LoggedItemRow,
  selectLog,
  selectLogByIds,
  selectLoggedItems,
} from "./email-log.store.ts";
import { emailMessage, stateOf } from "./wire.ts";

const defaultPageSize = 100;
// A list shows many mails: what is shown of each is kept short.
const detailInLists: Detail = { perEmail: 3, textLength: 500 };
const detailOfOne: Detail = { perEmail: 50, textLength: 16_384 };
const endOfTimeMs = 8.64e15;

export const getEmails = ({ database }: EmailContext): EmailHandler<"getEmails"> => {
  return async (request) => {
    const { apiKeyId, emailIds } = request;
    if ((request.documentId === "") !== (request.organizationId === "")) {
      throw invalid("document_id", "organization_id and document_id go together.");
    }
    if (emailIds.length > 0) {
      if (isNarrowed(request)) throw invalid("email_ids", "email_ids excludes the other filters.");
      const detail = emailIds.length === 1 ? detailOfOne : detailInLists;
      const logged = await withItems(apiKeyId, await selectLogByIds(database, apiKeyId, emailIds), detail);
      return { emails: logged.map(({ row, items }) => emailMessage(row, items)) };
    }
    const endMs = request.toMs === 0n ? endOfTimeMs : Number(request.toMs);
    const [beforeMs, beforeId] = decodeCursor(request.pageToken, ["number", "number"]) ?? [endMs, 0];
    const position = { beforeMs: Number(beforeMs), beforeId: Number(beforeId) };
    const { rows, next } = await selectLog(database, filterOf(request), position, request.pageSize || defaultPageSize);
    const logged = await withItems(apiKeyId, rows, detailInLists);
    const shown = fitting(logged);
    const last = shown.at(-1)?.row;
    const behind = shown.length < logged.length && last !== undefined ? { beforeMs: last.createdAtMs, beforeId: last.emailId } : next;
    return {
      emails: shown.map(({ row, items }) => emailMessage(row, items)),
      nextPageToken: behind === undefined ? "" : encodeCursor([behind.beforeMs, behind.beforeId]),
    };
  };

  async function withItems(apiKeyId: string, rows: readonly EmailRow[], detail: Detail): Promise<LoggedEmail[]> {
    const ids = rows.map(({ emailId }) => emailId);
    const items = Map.groupBy(await selectLoggedItems(database, apiKeyId, ids, detail), ({ emailId }) => emailId);
    return rows.map((row) => ({ row, items: items.get(row.emailId) ?? [] }));
  }
};

interface LoggedEmail {
  readonly row: EmailRow;
  readonly items: readonly LoggedItemRow[];
}

function fitting(logged: readonly LoggedEmail[]): readonly LoggedEmail[] {
  const bytes = new PageBytes();
  const end = logged.findIndex((email) => !bytes.admits(bytesOfRow(email)));
  return end < 0 ? logged : logged.slice(0, end);
}

function isNarrowed({ state, userId, documentId, fromMs, toMs }: GetEmailsRequest): boolean {
  return state !== 0 || userId !== "" || documentId !== "" || fromMs > 0n || toMs > 0n;
}

function filterOf({ apiKeyId, state, userId, organizationId, documentId, fromMs }: GetEmailsRequest): LogFilter {
  return { apiKeyId, state: stateOf(state), userId, organizationId, documentId, fromMs: Number(fromMs) };
}
