import { EmailsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { paging, searchText, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";

export const getEmailSuppressions = operation({
  path: "/v2/emails/suppressions/get",
  sdk: "emails.listSuppressions",
  auth: "apiKey",
  role: "read",
  summary: "List the addresses to which no e-mails are sent.",
  description:
    "Addresses that a mail server has permanently rejected: the first such response suppresses an address until it is deleted here.",
  rpc: EmailsService.method.getEmailSuppressions,
  request: z.strictObject({ search: searchText("How the address begins, in capitals or not.").optional(), ...paging }),
  response: z.array(
    z.object({
      email: z.string().meta({ description: "In lower case." }),
      error: z.string().meta({ description: "What went wrong, in a sentence." }),
      suppressedAt: wholeNumber().meta({ description: "When the address was refused." }),
    }),
  ),
  message: "Suppressed addresses retrieved.",
  paged: true,
  example: { request: {}, response: [] },
  toRpc: ({ search = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({ apiKeyId, search, pageSize, pageToken }),
  fromRpc: ({ suppressions }) =>
    suppressions.map(({ email, error, suppressedAtMs }) => ({ email, error, suppressedAt: Number(suppressedAtMs) })),
});
