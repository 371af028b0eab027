import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { address, freeForm, limits, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { domainEntry } from "./add-domains.ts";
import { apiKeyType, apiKeyTypes, emailServiceType, emailServiceTypes } from "./api-key-fields.ts";
import { exampleIds } from "./examples.ts";
import { toWebhookPatch, webhookServiceConfig } from "./webhook-service-config.ts";

const emailServiceConfig = z
  .strictObject({
    type: emailServiceType.default("default").meta({
      description:
        "The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).",
    }),
    apiKey: z
      .string()
      .max(4_000)
      .default("")
      .meta({ description: "SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password." }),
    fromEmail: address().default("").meta({ description: "Address that e-mails come from." }),
    fromCompany: name().default("").meta({ description: "Name of the company that e-mails come from." }),
    commentTemplateId: name().default("").meta({ description: "The provider's id of the template for comments." }),
    tagTemplateId: name().default("").meta({ description: "The provider's id of the template for tagged users." }),
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
    ownerEmail: address().min(1).meta({ description: "E-mail address of the owner." }),
    apiKeyName: name().default("").meta(texts.apiKeyName),
    type: apiKeyType.default("testing").meta({ description: "What the API key is for: `testing` or `production`." }),
    createAuthToken: z.boolean().default(false).meta({ description: "Creates a token for the new API key." }),
    planInfo: z
      .strictObject({ type: name().optional().meta({ description: "Name of the plan." }) })
      .optional()
      .meta({ description: "The plan." }),
    customPlanInfo: z.boolean().default(false).meta({ description: "Whether you use a plan of your own." }),
    customPlanInfoData: freeForm().optional().meta({ description: "Your plan's data; free-form." }),
    allowedDomains: z
      .array(domainEntry())
      .max(limits.items)
      .default([])
      .meta({ description: "The domains on which the API key may be used." }),
    addLocalHostToAllowedDomains: z
      .boolean()
      .default(false)
      .meta({ description: "Adds `localhost` and `127.0.0.1` to the allowed domains." }),
    useEmailService: z.boolean().default(false).meta({ description: "Whether e-mails are sent." }),
    useWebhookService: z
      .boolean()
      .default(false)
      .meta({ description: "Whether webhooks are sent to the two URLs. Events while it is off are not stored for them." }),
    emailServiceConfig: emailServiceConfig.optional().meta({ description: "The provider of e-mails and its settings." }),
    webhookServiceConfig: webhookServiceConfig.optional().meta({ description: "The endpoints and their settings." }),
  }),
  response: z.object({
    apiKey: z.string().meta(texts.apiKey),
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
