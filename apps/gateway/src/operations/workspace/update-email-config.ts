import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { emailServiceConfig, toEmailPatch } from "./email-service-config.ts";

export const updateEmailConfig = operation({
  path: "/v2/workspace/emailconfig/update",
  sdk: "emails.updateConfig",
  auth: "apiKey",
  role: "administrate",
  summary: "Change the e-mail configuration.",
  description: described(
    'Absent fields keep their values; `""` or null clears one.',
    "`type` selects the sender: `default` is the installation's mail server, `smtp` the one whose URL is in `apiKey` (`smtps://user:password@mail.acme.example`), `sendgrid` SendGrid with its API key.",
    "A mail server must have a public address, listen on port 25, 465, 587 or 2525, and offer TLS with a valid certificate, unless the installation allows others.",
  ),
  rpc: ConfigsService.method.updateEmailConfig,
  request: withRules(
    z.strictObject({
      useEmailService: z.boolean().optional().meta({ description: "Whether e-mails are sent." }),
      emailServiceConfig: emailServiceConfig.optional().meta({ description: "The provider of e-mails and its settings." }),
    }),
    needsOneOf("useEmailService", "emailServiceConfig"),
  ),
  invalidMessage: "The e-mail service configuration is invalid.",
  message: "E-mail configuration updated.",
  example: { request: { useEmailService: true, emailServiceConfig: { type: "default", fromCompany: "Acme" } }, response: null },
  toRpc: (data, { apiKeyId }) => ({
    apiKeyId,
    ...(data.useEmailService === undefined ? {} : { useEmailService: data.useEmailService }),
    ...(data.emailServiceConfig === undefined ? {} : { emailServiceConfig: toEmailPatch(data.emailServiceConfig) }),
  }),
});
