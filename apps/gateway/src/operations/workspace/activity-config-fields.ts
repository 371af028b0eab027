import { type ApiKeyConfig, webhookTriggers } from "@parley/contracts/workspace";
import * as z from "zod";

const recorded = Object.fromEntries(webhookTriggers.map((name) => [name, true]));

/** The settings of the activity log in a response. */
export const storedActivityConfig = z.object({
  activityServiceConfig: z
    .object({
      isEnabled: z.boolean().meta({ description: "Always true." }),
      immutable: z.boolean().meta({ description: "Whether activities are kept from being changed and deleted." }),
      triggers: z
        .object({ comment: z.record(z.string(), z.boolean()).meta({ description: "The nine triggers, each true." }) })
        .meta({ title: "ActivityTriggers", description: "What is recorded: everything." }),
    })
    .meta({ title: "ActivityServiceConfig", description: "The settings of the activity log." }),
});

export const fromActivityConfig = (config: ApiKeyConfig | undefined) => ({
  activityServiceConfig: { isEnabled: true, immutable: config?.activityLogImmutable, triggers: { comment: recorded } },
});

/** Settings for the examples. */
export const exampleActivityConfig = { activityServiceConfig: { isEnabled: true, immutable: false, triggers: { comment: recorded } } };
