import { deletionResults } from "@parley/rpc";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { liftSuppressions } from "./suppressions.store.ts";

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
