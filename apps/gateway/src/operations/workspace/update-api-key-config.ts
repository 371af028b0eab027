import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { apiKeyConfig, fromApiKeyConfig } from "./api-key-config-fields.ts";

export const updateApiKeyConfig = operation({
  path: "/v2/workspace/apikeyconfig/update",
  sdk: "apiKeys.updateConfig",
  auth: "apiKey",
  role: "administrate",
  summary: "Change the options of the API key.",
  description:
    'Options that are not sent keep their values; `""` or null removes `linkTemplate`, the place in your application that mails lead to. ' +
    "With `notifyOfComments`, on for keys made since it exists, a comment puts one entry into the inbox of each user whom it tags and of the other " +
    "participants of its thread, and an assignment one into the assignee's; never into that of the user who acted, and as far as the recipient's " +
    "notification config lets it. A recipient sees it while they are a user of the organization and the document is not disabled; it goes with its comment. " +
    "A comment that is added with a `createdAt` more than a day ago is history, which nobody is told.",
  rpc: WorkspaceService.method.updateApiKeyConfig,
  request: z.strictObject({
    advancedQueriesEnabled: z.boolean().optional(),
    activityLogImmutable: z.boolean().optional(),
    linkTemplate: z.string().max(2_000).nullable().optional().meta({
      description: "An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.",
    }),
    notifyOfComments: z.boolean().optional(),
  }),
  response: apiKeyConfig,
  message: "API key configuration updated.",
  example: {
    request: { advancedQueriesEnabled: true },
    response: { advancedQueriesEnabled: true, activityLogImmutable: false, linkTemplate: null, notifyOfComments: true },
  },
  toRpc: ({ linkTemplate, ...options }, { apiKeyId }) => ({
    ...options,
    apiKeyId,
    ...(linkTemplate === undefined ? {} : { linkTemplate: linkTemplate ?? "" }),
  }),
  fromRpc: ({ config }) => fromApiKeyConfig(config),
});
