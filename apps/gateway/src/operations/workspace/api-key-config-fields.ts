import * as z from "zod";

/** The options of an API key. */
export const apiKeyConfig = z.object({
  advancedQueriesEnabled: z.boolean().meta({ description: "Whether Get users and Delete folder may be used." }),
  activityLogImmutable: z.boolean(),
});
