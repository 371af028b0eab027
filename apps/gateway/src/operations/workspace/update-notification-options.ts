import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleNotificationConfig, fromNotificationConfig, makesEntries, storedNotificationConfig } from "./notification-config-fields.ts";

const triggers = (description: string) =>
  z
    .record(z.string(), z.boolean())
    .check(({ value, issues }) => {
      for (const [trigger, isOn] of Object.entries(value)) {
        if (isOn === makesEntries(trigger)) continue;
        const message = isOn
          ? "must be false: it makes no entries here"
          : "must be true: entries of comments are turned off together, by useNotificationService";
        issues.push({ code: "custom", message, path: [trigger], input: isOn });
      }
    })
    .optional()
    .meta({ description });

const off = (what: string) =>
  z
    .strictObject({
      isEnabled: z
        .boolean()
        .refine((value) => !value, `must be false: ${what}`)
        .optional()
        .meta({ description: "Always false." }),
    })
    .meta({ title: "NotificationWaitingInput" })
    .optional()
    .meta({ description: `Off: ${what}.` });

export const updateNotificationOptions = operation({
  path: "/v2/workspace/notificationconfig/update",
  sdk: "notifications.updateOptions",
  auth: "apiKey",
  role: "administrate",
  summary: "Change the settings of inbox entries of comments.",
  description: described(
    "`useNotificationService` is the option `notifyOfComments` of `/v2/workspace/apikeyconfig/update`, with its rules. Absent, it keeps its value.",
    "New comments, tags and assignments make entries, and other events do not; `triggers` may say so and nothing else. An entry is in the inbox at once: there are neither delays nor batches.",
  ),
  rpc: ConfigsService.method.updateApiKeyConfig,
  request: withRules(
    z.strictObject({
      useNotificationService: z.boolean().optional().meta({ description: "Whether comments and assignments put entries into inboxes." }),
      notificationServiceConfig: z
        .strictObject({
          triggers: z
            .strictObject({
              comment: triggers("Triggers of comments, each as in the answer."),
              huddle: triggers("Triggers of huddles, each false."),
            })
            .meta({ title: "NotificationTriggersInput" })
            .optional()
            .meta({ description: "Which events make entries." }),
          delayConfig: off("an entry is in the inbox at once"),
          batchConfig: z
            .strictObject({ document: off("each event makes entries of its own"), user: off("each event makes entries of its own") })
            .meta({ title: "NotificationBatchesInput" })
            .optional()
            .meta({ description: "Off: each event makes entries of its own." }),
        })
        .meta({ title: "NotificationServiceConfigInput" })
        .optional()
        .meta({ description: "Which events make entries, and when." }),
    }),
    needsOneOf("useNotificationService", "notificationServiceConfig"),
  ),
  response: storedNotificationConfig,
  message: "Notification configuration updated.",
  example: { request: { useNotificationService: true }, response: exampleNotificationConfig },
  toRpc: ({ useNotificationService: notifyOfComments }, { apiKeyId }) => ({
    apiKeyId,
    ...(notifyOfComments === undefined ? {} : { notifyOfComments }),
  }),
  fromRpc: ({ config }) => fromNotificationConfig(config),
});
