import type { Operation } from "../operation.ts";
import { deleteEmailSuppressions } from "./delete-email-suppressions.ts";
import { getEmailSuppressions } from "./get-email-suppressions.ts";
import { getEmails } from "./get-emails.ts";
import { retryEmails } from "./retry-emails.ts";
import { sendTestEmail } from "./send-test-email.ts";

export const emailsOperations: readonly Operation[] = [
  sendTestEmail,
  getEmails,
  retryEmails,
  getEmailSuppressions,
  deleteEmailSuppressions,
];
