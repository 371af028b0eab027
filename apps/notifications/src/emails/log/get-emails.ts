import type { GetEmailsRequest } from "@parley/contracts/notifications";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { checkFilters, fittingPage, pageSizeOf, positionOf, tokenOf } from "../../delivery/log-page.ts";
import { type Detail, type EmailRow, type LogFilter, placeOf, selectLog, selectLogByIds, selectLoggedItems } from "./email-log.store.ts";
import { emailMessage, stateOf } from "./wire.ts";

// A list has many mails, so each shows few details.
const detailInLists: Detail = { perEmail: 3, textLength: 500 };
const detailOfOne: Detail = { perEmail: 50, textLength: 16_384 };

export const getEmails = ({ database }: EmailContext): EmailHandler<"getEmails"> => {
  return async (request) => {
    const { apiKeyId, emailIds } = request;
    checkFilters(request, emailIds, "email_ids", request.userId !== "");
    const { rows, next } = await select(request);
    const logged = await withItems(apiKeyId, rows, emailIds.length === 1 ? detailOfOne : detailInLists);
    const page = fittingPage(logged, next, placeOf);
    return { emails: page.entries.map(({ row, items }) => emailMessage(row, items)), nextPageToken: tokenOf(page.next) };
  };

  async function select(request: GetEmailsRequest) {
    const { apiKeyId, emailIds } = request;
    const position = positionOf(request);
    if (emailIds.length > 0)
      return { rows: await selectLogByIds(database, { apiKeyId, publicIds: emailIds, ...position }), next: undefined };
    return selectLog(database, filterOf(request), position, pageSizeOf(request));
  }

  async function withItems(apiKeyId: string, rows: readonly EmailRow[], detail: Detail) {
    const ids = rows.map(({ emailId }) => emailId);
    const items = Map.groupBy(await selectLoggedItems(database, apiKeyId, ids, detail), ({ emailId }) => emailId);
    return rows.map((row) => ({ row, items: items.get(row.emailId) ?? [] }));
  }
};

function filterOf({ apiKeyId, state, userId, organizationId, documentId, fromMs }: GetEmailsRequest): LogFilter {
  return { apiKeyId, state: stateOf(state), userId, organizationId, documentId, fromMs: Number(fromMs) };
}
