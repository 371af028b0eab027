import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { fromEmailConfig, storedEmailServiceConfig } from "./email-service-config.ts";

export const getEmailConfig = operation({
  path: "/v2/workspace/emailconfig/get",
  sdk: "emails.getConfig",
  auth: "apiKey",
  role: "read",
  summary: "Get the e-mail configuration.",
  description: "The API key in it is masked.",
  rpc: ConfigsService.method.getEmailConfig,
  request: z.strictObject({}),
  response: z.object({
    useEmailService: z.boolean().meta({ description: "Whether e-mails are sent." }),
    emailServiceConfig: storedEmailServiceConfig.meta({ description: "The provider of e-mails and its settings." }),
  }),
  message: "E-mail configuration retrieved.",
  example: {
    request: {},
    response: {
      useEmailService: true,
      emailServiceConfig: {
        type: "default",
        apiKey: null,
        fromEmail: null,
        fromCompany: "Acme",
        commentTemplateId: null,
        tagTemplateId: null,
      },
    },
  },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ useEmailService, emailServiceConfig }) => ({
    useEmailService,
    emailServiceConfig: fromEmailConfig(emailServiceConfig),
  }),
});
