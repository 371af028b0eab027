import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { apiKeyConfig, fromApiKeyConfig, noRetention, noSearch } from "./api-key-config-fields.ts";

const days = (what: string) =>
  z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .optional()
    .meta({ description: `Days for which ${what}; null for as long as the installation keeps them.` });

const retention = z.strictObject({
  activitiesDays: days("records of the activity log are kept"),
  notificationsDays: days("notifications are kept, with what inboxes show of them"),
  deliveriesDays: days("webhook deliveries are kept, with their bodies and attempts"),
  mailsDays: days("the log of mails is kept, with what they report"),
});

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
    "A comment that is added with a `createdAt` more than a day ago is history, which nobody is told. " +
    "With `searchEnabled` comments can be searched (`/v2/commentannotations/search`): those that are there are indexed in the background, about a " +
    "hundred thousand in a minute, and `searchIndex` says how far that is. Turning it off ends search at once and removes the index. " +
    "`retention` keeps less of the past: what is older goes, within a day, with everything that belongs to it, immutable records of the activity log too. " +
    "A record of the activity log counts from its `createdAt`; what is not delivered or sent by then is not sent any more. Where the installation keeps " +
    "deliveries and mails for fewer days, those hold. Lists, inboxes, unread counts and the feed of changes no longer show what has gone, and nothing " +
    "announces it. Once gone it does not come back when the retention is raised.",
  rpc: WorkspaceService.method.updateApiKeyConfig,
  request: z.strictObject({
    advancedQueriesEnabled: z.boolean().optional(),
    activityLogImmutable: z.boolean().optional(),
    linkTemplate: z.string().max(2_000).nullable().optional().meta({
      description: "An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.",
    }),
    notifyOfComments: z.boolean().optional(),
    searchEnabled: z.boolean().optional().meta({ description: "Whether comments are indexed for search." }),
    retention: retention.optional().meta({ description: "For how long the key keeps what it stores." }),
  }),
  response: apiKeyConfig,
  message: "API key configuration updated.",
  example: {
    request: { advancedQueriesEnabled: true, retention: { deliveriesDays: 7 } },
    response: {
      advancedQueriesEnabled: true,
      activityLogImmutable: false,
      linkTemplate: null,
      notifyOfComments: true,
      ...noSearch,
      retention: { ...noRetention, deliveriesDays: 7 },
    },
  },
  toRpc: ({ linkTemplate, retention: wanted = {}, ...options }, { apiKeyId }) => ({
    ...options,
    apiKeyId,
    ...(linkTemplate === undefined ? {} : { linkTemplate: linkTemplate ?? "" }),
    retention: Object.fromEntries(Object.entries(wanted).map(([name, kept]) => [name, kept ?? 0])),
  }),
  fromRpc: ({ config, searchIndex }) => fromApiKeyConfig(config, searchIndex),
});
