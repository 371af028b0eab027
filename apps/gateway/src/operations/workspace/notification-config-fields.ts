import { type ApiKeyConfig, webhookTriggers } from "@parley/contracts/workspace";
import * as z from "zod";

const entryTriggers: readonly string[] = ["comment_annotation.add", "comment.add", "comment.update", "comment_annotation.assign"];

/** Whether an event of comments puts entries into inboxes. */
export const makesEntries = (trigger: string): boolean => entryTriggers.includes(trigger);

const off = (description: string) =>
  z
    .object({ isEnabled: z.literal(false).meta({ description: "Always false." }) })
    .meta({ title: "NotificationWaiting" })
    .meta({ description });

/** The settings of the entries that comments put into inboxes, in a response. */
export const storedNotificationConfig = z.object({
  useNotificationService: z.boolean().meta({ description: "Whether comments and assignments put entries into inboxes." }),
  notificationServiceConfig: z
    .object({
      triggers: z
        .object({
          comment: z.record(z.string(), z.boolean()).meta({ description: "The nine triggers, each with whether it makes entries." }),
          huddle: z.record(z.string(), z.boolean()).meta({ description: "Always empty." }),
        })
        .meta({ title: "NotificationTriggers", description: "Which events make entries." }),
      delayConfig: off("The delay of entries: there is none."),
      batchConfig: z
        .object({ document: off("Batches by document: there are none."), user: off("Batches by user: there are none.") })
        .meta({ title: "NotificationBatches", description: "The batches of entries." }),
    })
    .meta({ title: "NotificationServiceConfig", description: "Which events make entries, and when." }),
});

export const fromNotificationConfig = (config: ApiKeyConfig | undefined) => shown(config?.notifyOfComments ?? false);

function shown(useNotificationService: boolean): z.output<typeof storedNotificationConfig> {
  return {
    useNotificationService,
    notificationServiceConfig: {
      triggers: { comment: Object.fromEntries(webhookTriggers.map((name) => [name, makesEntries(name)])), huddle: {} },
      delayConfig: { isEnabled: false },
      batchConfig: { document: { isEnabled: false }, user: { isEnabled: false } },
    },
  };
}

/** Settings for the examples. */
export const exampleNotificationConfig = shown(true);
