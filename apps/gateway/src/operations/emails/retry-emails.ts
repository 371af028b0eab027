import { EmailsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { byId, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";

export const retryEmails = operation({
  path: "/v2/emails/retry",
  sdk: "emails.retry",
  auth: "apiKey",
  role: "act",
  summary: "Send failed e-mails again.",
  description: described(
    "Retries immediately and then on the schedule, with the same `Message-ID`. An e-mail that is still waiting is sent now.",
    "An e-mail that does not exist fails with code `not_found`.",
    "One whose content has been removed, because it was sent or dropped, fails with `content_removed`.",
  ),
  rpc: EmailsService.method.retryEmails,
  request: z.strictObject({ emailIds: ids().meta({ description: "Ids of e-mails." }) }),
  response: resultsBy("emailId"),
  message: "E-mails are sent again.",
  example: {
    request: { emailIds: ["em_0198c0ffee004abc8def0123456789ab"] },
    response: {
      em_0198c0ffee004abc8def0123456789ab: {
        success: false,
        message: "There is no mail em_0198c0ffee004abc8def0123456789ab.",
        code: "not_found",
      },
    },
  },
  toRpc: ({ emailIds }, { apiKeyId }) => ({ apiKeyId, emailIds }),
  fromRpc: ({ results }) => byId(results),
});
