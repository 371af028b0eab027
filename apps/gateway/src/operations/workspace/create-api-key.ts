import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { described } from "../described.ts";
import { address, freeForm, limits, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { apiKeyType, apiKeyTypes, emailServiceType, emailServiceTypes } from "./api-key-fields.ts";
import { domainEntry } from "./domain-entry.ts";
import { exampleIds } from "./examples.ts";
import { toWebhookPatch, webhookServiceConfig } from "./webhook-service-config.ts";

const emailServiceConfig = z
  .strictObject({
    type: emailServiceType.default("default"),
    apiKey: z.string().max(4_000).default(""),
    fromEmail: address().default(""),
    fromCompany: name().default(""),
    commentTemplateId: name().default(""),
    tagTemplateId: name().default(""),
  })
  .meta({ title: "InitialEmailServiceConfig" });

export const createApiKey = operation({
  path: "/v2/workspace/apikey/create",
  sdk: "apiKeys.create",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Create an API key.",
  description: described(
    "Each API key is a separate environment. `createAuthToken` also creates a token and returns it as `authToken`; `/v2/workspace/authtokens/get` returns it again.",
    "Domains are normalised as in `/v2/workspace/domains/add`; `addLocalHostToAllowedDomains` adds `localhost` and `127.0.0.1`.",
    "The webhook and e-mail configurations follow the rules of `/v2/workspace/webhookconfig/update` and `/v2/workspace/emailconfig/update`.",
    "Names need not be unique.",
    "A workspace has at most 10,000 API keys, unless the operator has set another limit.",
  ),
  rpc: WorkspaceService.method.createApiKey,
  request: z.strictObject({
    ownerEmail: address().min(1),
    apiKeyName: name().default(""),
    type: apiKeyType.default("testing"),
    createAuthToken: z.boolean().default(false),
    planInfo: z.strictObject({ type: name().optional() }).optional(),
    customPlanInfo: z.boolean().default(false),
    customPlanInfoData: freeForm().optional(),
    allowedDomains: z.array(domainEntry()).max(limits.items).default([]),
    addLocalHostToAllowedDomains: z.boolean().default(false),
    useEmailService: z.boolean().default(false),
    useWebhookService: z.boolean().default(false),
    emailServiceConfig: emailServiceConfig.optional(),
    webhookServiceConfig: webhookServiceConfig.optional(),
  }),
  response: z.object({
    apiKey: z.string(),
    authToken: z.string().optional().meta({ description: "The token that was created; only with `createAuthToken`." }),
  }),
  message: "API key created.",
  example: {
    request: {
      apiKeyName: "Shop, staging",
      ownerEmail: "owner@acme.example",
      type: "testing",
      createAuthToken: true,
      allowedDomains: ["https://shop.acme.example", "*.acme.example"],
      addLocalHostToAllowedDomains: true,
    },
    response: { apiKey: exampleIds.apiKey, authToken: exampleIds.authToken },
  },
  toRpc: ({ type, planInfo, customPlanInfoData, emailServiceConfig: email, webhookServiceConfig: webhook, ...data }, { workspaceId }) => ({
    ...data,
    workspaceId,
    type: apiKeyTypes[type],
    ...(planInfo?.type === undefined ? {} : { planType: planInfo.type }),
    customPlanInfoDataJson: customPlanInfoData === undefined ? "" : JSON.stringify(customPlanInfoData),
    ...(email === undefined ? {} : { emailServiceConfig: { ...email, type: emailServiceTypes[email.type] } }),
    ...(webhook === undefined ? {} : { webhookServiceConfig: toWebhookPatch(webhook) }),
  }),
  fromRpc: ({ apiKeyId, authToken }) => ({ apiKey: apiKeyId, ...(authToken === "" ? {} : { authToken }) }),
});
