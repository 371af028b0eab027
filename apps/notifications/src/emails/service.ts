import type { ServiceImpl } from "@connectrpc/connect";
import type { EmailsService } from "@parley/contracts/notifications";
import type { EmailContext } from "./email-context.ts";
import { getEmails } from "./log/get-emails.ts";
import { retryEmails } from "./log/retry-emails.ts";
import { sendTestEmail } from "./log/send-test-email.ts";
import { deleteEmailSuppressions } from "./suppressions/delete-email-suppressions.ts";
import { getEmailSuppressions } from "./suppressions/get-email-suppressions.ts";
import { readUnsubscribeLink } from "./unsubscribe/read-unsubscribe-link.ts";
import { unsubscribe } from "./unsubscribe/unsubscribe.ts";

/** The whole service: an RPC without a handler does not compile. */
export function emailsHandlers(context: EmailContext): ServiceImpl<typeof EmailsService> {
  return {
    getEmails: getEmails(context),
    retryEmails: retryEmails(context),
    getEmailSuppressions: getEmailSuppressions(context),
    deleteEmailSuppressions: deleteEmailSuppressions(context),
    sendTestEmail: sendTestEmail(context),
    readUnsubscribeLink: readUnsubscribeLink(context),
    unsubscribe: unsubscribe(context),
  };
}
