import { accessTypes } from "@parley/contracts/organization-directory";
import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { apiKeyConfig, fromApiKeyConfig, noRetention, noSearch } from "./api-key-config-fields.ts";

const days = (what: string) =>
  z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .optional()
    .meta({ description: `Days for which ${what}; null for the installation's default.` });

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
  summary: "Change the options of an API key.",
  description: described(
    "Absent options keep their values.",
    '`linkTemplate` is the URL in your application that e-mails link to; `""` or null removes it.',
    "`notifyOfComments` (on by default for new keys) puts one inbox entry for a comment into the inboxes of the users that it tags and of the other participants of its thread, and one for an assignment into the assignee's; never into that of the acting user, and only as far as the recipient's notification settings allow.",
    "Such an entry is shown while the recipient may enter the document, and the document is not disabled; it is removed with its comment. A comment with a `createdAt` more than a day ago creates no entries.",
    "`searchEnabled` makes comments searchable (`/v2/commentannotations/search`). Existing ones are indexed in the background, about a hundred thousand a minute, and `searchIndex` shows the progress. Turning it off ends search at once and removes the index.",
    "`defaultDocumentAccessType` is the access type of documents that have none (`/v2/organizations/documents/access/update`), nor a folder with one; `organizationPrivate` at first. A change takes effect within five seconds.",
    "`retention` shortens how long data is kept: older data is removed within a day, with everything that belongs to it, also immutable records of the activity log. It does not return when the retention is raised, and no event announces the removal.",
    "A record of the activity log counts from its `timestamp`. Deliveries and e-mails that are not sent by then are not sent any more; if the installation keeps them for fewer days, that applies.",
  ),
  rpc: ConfigsService.method.updateApiKeyConfig,
  request: z.strictObject({
    advancedQueriesEnabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called." }),
    activityLogImmutable: z.boolean().optional().meta({ description: "Whether activities are kept from being changed." }),
    linkTemplate: z.string().max(2_000).nullable().optional().meta({
      description: "An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.",
    }),
    notifyOfComments: z.boolean().optional().meta({ description: "Whether comments and assignments put entries into inboxes." }),
    defaultDocumentAccessType: z.enum(accessTypes).optional().meta({
      description: "Which users may enter documents that have no access type, nor a folder with one.",
    }),
    searchEnabled: z.boolean().optional().meta({ description: "Whether comments are indexed for search." }),
    retention: retention.optional().meta({ description: "How long the key keeps its data." }),
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
      defaultDocumentAccessType: "organizationPrivate",
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
