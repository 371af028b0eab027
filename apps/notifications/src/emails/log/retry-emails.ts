import { failed, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { retryEmailRows } from "./email-requeue.store.ts";

export const retryEmails = ({ database, onEmails }: EmailContext): EmailHandler<"retryEmails"> => {
  return async ({ apiKeyId, emailIds }) => {
    const wanted = [...new Set(emailIds)];
    const rows = await retryEmailRows(database, apiKeyId, wanted);
    const retried = new Map(rows.map(({ publicId, hasContent }) => [publicId, hasContent]));
    onEmails();
    return {
      results: wanted.map((id) => {
        const hasContent = retried.get(id);
        if (hasContent === undefined) return failed(id, "not_found", `There is no mail ${shortened(id)}.`);
        if (!hasContent) return failed(id, "content_removed", `The content of the mail ${shortened(id)} has been deleted.`);
        return succeeded(id, "The mail will be sent again.");
      }),
    };
  };
};
