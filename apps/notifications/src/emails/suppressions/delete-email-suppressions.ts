import { failed, succeeded } from "@parley/contracts/common";
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
      results: wanted.map((email) =>
        lifted.has(email.toLowerCase())
          ? succeeded(email, "Mails go to this address again.")
          : failed(email, "not_found", `The address ${email.slice(0, 100)} is not suppressed.`),
      ),
    };
  };
};
