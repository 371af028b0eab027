import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { exampleWebhookForm, fromWebhookForm, storedWebhookForm } from "./webhook-form-fields.ts";

export const getAdvancedWebhookConfig = operation({
  path: "/v2/workspace/advancedwebhookconfig/get",
  sdk: "webhooks.getForm",
  auth: "apiKey",
  role: "read",
  portal: true,
  summary: "Get the form of webhook bodies.",
  rpc: ConfigsService.method.getWebhookConfig,
  request: z.strictObject({}),
  response: storedWebhookForm,
  message: "Form of webhook bodies retrieved.",
  example: { request: {}, response: exampleWebhookForm },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ webhookServiceConfig: config }) =>
    fromWebhookForm({
      encodeData: config?.encodeData ?? false,
      encryptData: config?.encryptData ?? false,
      publicKey: config?.publicKey ?? "",
    }),
});
