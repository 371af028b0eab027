import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";

const storedConfig = z.object({
  isEnabled: z.boolean().meta({ description: "Always true." }),
  encodeData: z.boolean().meta({ description: "Sends bodies as base64 of their JSON." }),
  encryptData: z.boolean().meta({ description: "Encrypts bodies with `publicKey`." }),
  publicKey: z.string().meta({ description: "Your RSA public key; empty if there is none." }),
  enableDataProtection: z.boolean().meta({ description: "Always false." }),
});

interface Form {
  readonly encodeData: boolean;
  readonly encryptData: boolean;
  readonly publicKey: string;
}

const fromForm = ({ encodeData, encryptData, publicKey }: Form) => ({
  isEnabled: true,
  encodeData,
  encryptData,
  publicKey,
  enableDataProtection: false,
});

const example = { isEnabled: true, encodeData: true, encryptData: false, publicKey: "", enableDataProtection: false };

export const getAdvancedWebhookConfig = operation({
  path: "/v2/workspace/advancedwebhookconfig/get",
  sdk: "webhooks.getForm",
  auth: "apiKey",
  role: "read",
  portal: true,
  summary: "Get the form of webhook bodies.",
  rpc: ConfigsService.method.getWebhookConfig,
  request: z.strictObject({}),
  response: storedConfig,
  message: "Form of webhook bodies retrieved.",
  example: { request: {}, response: example },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ webhookServiceConfig: config }) =>
    fromForm({
      encodeData: config?.encodeData ?? false,
      encryptData: config?.encryptData ?? false,
      publicKey: config?.publicKey ?? "",
    }),
});

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
  response: storedConfig,
  message: "Form of webhook bodies updated.",
  example: { request: { isEnabled: true, encodeData: true }, response: example },
  toRpc: ({ encodeData, encryptData, publicKey }, { apiKeyId }) => ({
    apiKeyId,
    webhookServiceConfig: {
      ...(encodeData === undefined ? {} : { encodeData }),
      ...(encryptData === undefined ? {} : { encryptData }),
      ...(publicKey === undefined ? {} : { publicKey }),
    },
  }),
  fromRpc: fromForm,
});
