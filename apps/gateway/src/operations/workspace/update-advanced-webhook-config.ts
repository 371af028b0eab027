import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleWebhookForm, fromWebhookForm, storedWebhookForm } from "./webhook-form-fields.ts";

export const updateAdvancedWebhookConfig = operation({
  path: "/v2/workspace/advancedwebhookconfig/update",
  sdk: "webhooks.updateForm",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  summary: "Change the form of webhook bodies.",
  description: described(
    "Absent fields keep their values. The form is that of all endpoints: these are the `encodeData`, `encryptData` and `publicKey` of `/v2/workspace/webhookconfig/update`, with its rules.",
  ),
  rpc: ConfigsService.method.updateWebhookConfig,
  rpcField: "webhook_service_config",
  request: withRules(
    z.strictObject({
      isEnabled: z
        .boolean()
        .refine((value) => value, "must be true: endpoints are disabled one by one, by /v2/workspace/advancedwebhook/endpoints/update")
        .optional()
        .meta({ description: "Always true." }),
      encodeData: z.boolean().optional().meta({ description: "Sends bodies as base64 of their JSON." }),
      encryptData: z.boolean().optional().meta({ description: "Needs a usable `publicKey`." }),
      publicKey: z
        .string()
        .max(4_000)
        .optional()
        .meta({ description: "RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines. Empty removes it." }),
      enableDataProtection: z
        .boolean()
        .refine((value) => !value, "must be false: bodies without content are those of endpoints with the payload thin")
        .optional()
        .meta({ description: "Always false." }),
    }),
    needsOneOf("isEnabled", "encodeData", "encryptData", "publicKey", "enableDataProtection"),
  ),
  response: storedWebhookForm,
  message: "Form of webhook bodies updated.",
  example: { request: { isEnabled: true, encodeData: true }, response: exampleWebhookForm },
  toRpc: ({ encodeData, encryptData, publicKey }, { apiKeyId }) => ({
    apiKeyId,
    webhookServiceConfig: {
      ...(encodeData === undefined ? {} : { encodeData }),
      ...(encryptData === undefined ? {} : { encryptData }),
      ...(publicKey === undefined ? {} : { publicKey }),
    },
  }),
  fromRpc: fromWebhookForm,
});
