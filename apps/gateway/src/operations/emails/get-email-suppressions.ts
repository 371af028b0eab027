import { EmailsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { paging, searchText, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";

export const getEmailSuppressions = operation({
  path: "/v2/emails/suppressions/get",
  sdk: "emails.listSuppressions",
  auth: "apiKey",
  role: "read",
  summary: "List suppressed e-mail addresses.",
  description:
    "Returns the addresses to which no e-mails are sent, because a mail server has permanently rejected them: the first such response suppresses an address until it is deleted here.",
  rpc: EmailsService.method.getEmailSuppressions,
  request: z.strictObject({ search: searchText("The beginning of the address, regardless of case.").optional(), ...paging }),
  response: z.array(
    z.object({
      email: z.string().meta({ description: "In lower case." }),
      error: z.string().meta({ description: "The error, in a sentence." }),
      suppressedAt: wholeNumber().meta({ description: "When the address was rejected, in milliseconds since the epoch." }),
    }),
  ),
  message: "Suppressed addresses retrieved.",
  paged: true,
  example: { request: {}, response: [] },
  toRpc: ({ search = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({ apiKeyId, search, pageSize, pageToken }),
  fromRpc: ({ suppressions }) =>
    suppressions.map(({ email, error, suppressedAtMs }) => ({ email, error, suppressedAt: Number(suppressedAtMs) })),
});
