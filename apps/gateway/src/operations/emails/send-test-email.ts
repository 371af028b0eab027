import { EmailsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { address, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { errorClass, errorSentence, response } from "./email-fields.ts";

export const sendTestEmail = operation({
  path: "/v2/workspace/emailconfig/test",
  sdk: "emails.test",
  auth: "apiKey",
  role: "act",
  summary: "Send a test e-mail.",
  description: described(
    "Sends an e-mail once with the latest configuration, whether or not e-mails are switched on, and returns the mail server's response. It is not logged.",
    "Fails with FAILED_PRECONDITION if no sender is configured.",
    "An API key may send two test e-mails at a time and have four waiting, a workspace twice as many; further ones fail with RESOURCE_EXHAUSTED.",
  ),
  rpc: EmailsService.method.sendTestEmail,
  request: z.strictObject({ to: address().min(1).meta({ description: "An e-mail address." }) }),
  response: z.object({
    success: z.boolean().meta(texts.success),
    emailId: z.string().meta({ description: "Id of the e-mail." }),
    durationMs: wholeNumber().meta({ description: "Duration of the attempt in milliseconds." }),
    response: response(),
    errorClass: errorClass(),
    error: errorSentence(),
  }),
  message: "Test e-mail sent.",
  waits: true,
  timeoutMs: 45_000,
  example: {
    request: { to: "you@acme.example" },
    response: {
      success: true,
      emailId: "em_0198c0ffee004abc8def0123456789ab",
      durationMs: 42,
      response: "250 OK: message queued",
      errorClass: null,
      error: null,
    },
  },
  toRpc: ({ to }, { apiKeyId }) => ({ apiKeyId, to }),
  fromRpc: ({ success, emailId, durationMs, response, errorClass, error }) => ({
    success,
    emailId,
    durationMs,
    response: response || null,
    errorClass: errorClass || null,
    error: error || null,
  }),
});
