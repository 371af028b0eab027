import type { ApiKeyConfig, SearchIndex } from "@parley/contracts/workspace";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";

const days = () => z.int().nullable();

/** The options of an API key. */
export const apiKeyConfig = z.object({
  advancedQueriesEnabled: z.boolean().meta({ description: "Whether Get users and Delete folder may be used." }),
  activityLogImmutable: z.boolean(),
  linkTemplate: z.string().nullable().meta({ description: "The URL in your application that mails link to; null for none." }),
  notifyOfComments: z.boolean().meta({ description: "Whether comments and assignments put entries into inboxes." }),
  searchEnabled: z.boolean().meta({ description: "Whether comments are indexed for search." }),
  searchIndex: z
    .object({
      state: z.enum(["none", "indexing", "ready", "leaving"]).meta({
        description: "`leaving`: search is off, and what is left of the index is being removed.",
      }),
      percent: wholeNumber().meta({ description: "How much of what was there when search was turned on is indexed." }),
    })
    .nullable()
    .meta({ description: "How far the search index is; null while that cannot be known." }),
  retention: z
    .object({ activitiesDays: days(), notificationsDays: days(), deliveriesDays: days(), mailsDays: days() })
    .meta({ description: "The days for which the key keeps what it stores; null for as long as the installation does." }),
});

/** The options of the workspace service in wire names. */
export function fromApiKeyConfig(config: ApiKeyConfig | undefined, index: SearchIndex | undefined) {
  return {
    advancedQueriesEnabled: config?.advancedQueriesEnabled,
    activityLogImmutable: config?.activityLogImmutable,
    linkTemplate: config?.linkTemplate || null,
    notifyOfComments: config?.notifyOfComments,
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

/** What an example shows of a key without search. */
export const noSearch = { searchEnabled: false, searchIndex: { state: "none", percent: 0 } };

/** What an example shows of a key without any retention of its own. */
export const noRetention = { activitiesDays: null, notificationsDays: null, deliveriesDays: null, mailsDays: null };
