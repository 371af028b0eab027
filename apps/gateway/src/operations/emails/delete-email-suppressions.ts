import { EmailsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { batchOf, byId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";

export const deleteEmailSuppressions = operation({
  path: "/v2/emails/suppressions/delete",
  sdk: "emails.deleteSuppressions",
  auth: "apiKey",
  role: "act",
  summary: "Allow e-mails to suppressed addresses again.",
  description: "Addresses are matched regardless of case. An address that is not suppressed fails with code `not_found`.",
  rpc: EmailsService.method.deleteEmailSuppressions,
  request: z.strictObject({ emails: batchOf(z.string().min(1).max(1_000)).meta({ description: "E-mail addresses." }) }),
  response: resultsBy("email"),
  message: "Suppressions deleted.",
  example: {
    request: { emails: ["bob@acme.example"] },
    response: { "bob@acme.example": { success: false, message: "The address bob@acme.example is not suppressed.", code: "not_found" } },
  },
  toRpc: ({ emails }, { apiKeyId }) => ({ apiKeyId, emails }),
  fromRpc: ({ results }) => byId(results),
});
