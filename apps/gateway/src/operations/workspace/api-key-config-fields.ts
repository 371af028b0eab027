import { accessTypes } from "@parley/contracts/organization-directory";
import type { ApiKeyConfig, SearchIndex } from "@parley/contracts/workspace";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";

const days = () => z.int().nullable();

/** The options of an API key. */
export const apiKeyConfig = z.object({
  advancedQueriesEnabled: z
    .boolean()
    .meta({ description: "Whether `/v2/users/get` and `/v2/organizations/folders/delete` may be called." }),
  activityLogImmutable: z.boolean().meta({ description: "Whether activities are kept from being changed." }),
  linkTemplate: z.string().nullable().meta({ description: "The URL in your application that mails link to; null for none." }),
  notifyOfComments: z.boolean().meta({ description: "Whether comments and assignments put entries into inboxes." }),
  defaultDocumentAccessType: z.enum(accessTypes).meta({
    description: "Which users may enter documents that have no access type, nor a folder with one.",
  }),
  searchEnabled: z.boolean().meta({ description: "Whether comments are indexed for search." }),
  searchIndex: z
    .object({
      state: z.enum(["none", "indexing", "ready", "leaving"]).meta({
        description: "`leaving`: search is off, and the rest of the index is being removed.",
      }),
      percent: wholeNumber().meta({ description: "Percentage of the comments existing when search was turned on that has been indexed." }),
    })
    .nullable()
    .meta({ description: "State of the search index; null while it is unavailable." }),
  retention: z
    .object({
      activitiesDays: days().meta({
        description: "Days for which records of the activity log are kept; null for the installation's default.",
      }),
      notificationsDays: days().meta({ description: "Days for which notifications are kept; null for the installation's default." }),
      deliveriesDays: days().meta({ description: "Days for which webhook deliveries are kept; null for the installation's default." }),
      mailsDays: days().meta({ description: "Days for which the log of mails is kept; null for the installation's default." }),
    })
    .meta({ description: "Days for which the key keeps its data; null for the installation's default." }),
});

/** Converts the options from the workspace service's message. */
export function fromApiKeyConfig(config: ApiKeyConfig | undefined, index: SearchIndex | undefined) {
  return {
    advancedQueriesEnabled: config?.advancedQueriesEnabled,
    activityLogImmutable: config?.activityLogImmutable,
    linkTemplate: config?.linkTemplate || null,
    notifyOfComments: config?.notifyOfComments,
    defaultDocumentAccessType: config?.defaultDocumentAccessType,
    searchEnabled: config?.searchEnabled,
    searchIndex: index === undefined ? null : { state: index.state, percent: index.percent },
    retention: {
      activitiesDays: config?.retention?.activitiesDays ?? null,
      notificationsDays: config?.retention?.notificationsDays ?? null,
      deliveriesDays: config?.retention?.deliveriesDays ?? null,
      mailsDays: config?.retention?.mailsDays ?? null,
    },
  };
}

/** Example values of a key without search. */
export const noSearch = { searchEnabled: false, searchIndex: { state: "none", percent: 0 } };

/** Example values of a key without its own retention. */
export const noRetention = { activitiesDays: null, notificationsDays: null, deliveriesDays: null, mailsDays: null };
