import { NotificationLevel, NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { id, ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromConfig, level, storedConfig, toLevel } from "./config-fields.ts";

const maxValues = 5_000;

type Level = keyof typeof toLevel;

export const setNotificationConfig = operation({
  path: "/v2/notifications/config/set",
  sdk: "notifications.setConfig",
  auth: "apiKey",
  role: "act",
  summary: "Set users' notification settings.",
  description: described(
    "Sets the values for each of `userIds` in each of `documentIds`, or in the whole organization if no documents are named, and returns the values that now apply.",
    "Fields absent from `config` keep their values. null removes a value, so that the organization's applies, else `ALL`.",
    "A request sets 5,000 values at most.",
    "An unknown organization or document is NOT_FOUND, and nothing is set. The users need not exist yet.",
  ),
  rpc: NotificationsService.method.setNotificationConfig,
  request: z
    .strictObject({
      organizationId: id().meta(texts.organizationId),
      documentIds: ids().optional().meta(texts.documentIds),
      userIds: ids().meta(texts.userIds),
      config: withRules(
        z.strictObject({
          inbox: level().nullable().optional().meta({
            description:
              "What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.",
          }),
          email: level().nullable().optional().meta({
            description:
              "What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.",
          }),
        }),
        needsOneOf("inbox", "email"),
      ).meta({ description: "The user's notification level for each channel." }),
    })
    .refine(
      ({ userIds, documentIds = [] }) => userIds.length * Math.max(documentIds.length, 1) <= maxValues,
      `must set at most ${maxValues} values: userIds by documentIds`,
    ),
  response: z.array(storedConfig),
  message: "Notification config set.",
  example: {
    request: { organizationId: "acme", documentIds: ["roadmap"], userIds: ["carol"], config: { inbox: "MINE", email: "NONE" } },
    response: [
      {
        config: { inbox: "MINE", email: "NONE" },
        metadata: { organizationId: "acme", apiKey: "pk_test_7Yc2", documentId: "roadmap", userId: "carol" },
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], userIds: [userId = "", ...userIds], config }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    userId,
    userIds,
    setOrganizationConfig: documentIds.length === 0,
    ...toChange("inbox", config.inbox),
    ...toChange("email", config.email),
  }),
  fromRpc: ({ configs }) => configs.map(fromConfig),
});

/** Absent keeps the value, null removes it. */
export function toChange<Way extends string>(way: Way, value: Level | null | undefined): { [Key in Way]?: { level: NotificationLevel } } {
  if (value === undefined) return {};
  const change = { level: value === null ? NotificationLevel.UNSPECIFIED : toLevel[value] };
  return { [way]: change } as { [Key in Way]: typeof change };
}
