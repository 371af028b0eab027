import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleActivityConfig, fromActivityConfig, storedActivityConfig } from "./activity-config-fields.ts";

const always = (description: string) =>
  z
    .boolean()
    .refine((value) => value, "must be true: the feed of changes follows the activity log, which has a record of every change")
    .optional()
    .meta({ description });

export const updateActivityConfig = operation({
  path: "/v2/workspace/activityconfig/update",
  sdk: "activities.updateConfig",
  auth: "apiKey",
  role: "administrate",
  summary: "Change the settings of the activity log.",
  description: described(
    "`immutable` is the option `activityLogImmutable` of `/v2/workspace/apikeyconfig/update`: it concerns records that are added from then on.",
    "The log cannot be turned off, neither as a whole nor for single events.",
  ),
  rpc: ConfigsService.method.updateApiKeyConfig,
  request: z.strictObject({
    activityServiceConfig: withRules(
      z.strictObject({
        isEnabled: always("Always true."),
        immutable: z.boolean().optional().meta({ description: "Whether new activities are kept from being changed and deleted." }),
        triggers: z
          .strictObject({
            comment: z.record(z.string(), always("Always true.")).optional().meta({ description: "Triggers, each true." }),
          })
          .meta({ title: "ActivityTriggersInput" })
          .optional()
          .meta({ description: "What is recorded: everything." }),
      }),
      needsOneOf("isEnabled", "immutable", "triggers"),
    ).meta({ title: "ActivityServiceConfigInput", description: "The settings to change." }),
  }),
  response: storedActivityConfig,
  message: "Activity log configuration updated.",
  example: { request: { activityServiceConfig: { isEnabled: true, immutable: false } }, response: exampleActivityConfig },
  toRpc: ({ activityServiceConfig: { immutable } }, { apiKeyId }) => ({
    apiKeyId,
    ...(immutable === undefined ? {} : { activityLogImmutable: immutable }),
  }),
  fromRpc: ({ config }) => fromActivityConfig(config),
});
