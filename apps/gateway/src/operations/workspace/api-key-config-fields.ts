import type { ApiKeyConfig } from "@parley/contracts/workspace";
import * as z from "zod";

/** The options of an API key. */
export const apiKeyConfig = z.object({
  advancedQueriesEnabled: z.boolean().meta({ description: "Whether Get users and Delete folder may be used." }),
  activityLogImmutable: z.boolean(),
  linkTemplate: z.string().nullable().meta({ description: "The URL in your application that mails link to; null for none." }),
  notifyOfComments: z.boolean().meta({ description: "Whether comments and assignments put entries into inboxes." }),
});

/** The options of the workspace service in wire names. */
export function fromApiKeyConfig(config: ApiKeyConfig | undefined) {
  return {
    advancedQueriesEnabled: config?.advancedQueriesEnabled,
    activityLogImmutable: config?.activityLogImmutable,
    linkTemplate: config?.linkTemplate || null,
    notifyOfComments: config?.notifyOfComments,
  };
}
