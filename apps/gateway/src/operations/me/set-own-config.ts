import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { id } from "../fields.ts";
import { fromConfig, level, storedConfig } from "../notifications/config-fields.ts";
import { toChange } from "../notifications/set-notification-config.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const setOwnConfig = operation({
  path: "/v2/me/notificationconfig/set",
  sdk: "me.setNotificationConfig",
  auth: "user",
  role: "act",
  reach: { within: "documents", role: "viewer", asks: "notDisabled" },
  summary: "Set the user's notification config.",
  description: described(
    "Works as `/v2/notifications/config/set` for the user.",
    "Without `documentIds` it sets the config of the organization. The token must then name the organization.",
  ),
  rpc: NotificationsService.method.setNotificationConfig,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: z.array(id()).min(1).max(100).optional().meta(texts.documentIds),
    config: withRules(
      z.strictObject({
        inbox: level().nullable().optional().meta({
          description: "What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.",
        }),
        email: level().nullable().optional().meta({
          description: "What the user is notified of on this channel: `ALL`, `MINE` (only events that address the user by name) or `NONE`.",
        }),
      }),
      needsOneOf("inbox", "email"),
    ).meta({ description: "The user's notification level for each channel." }),
  }),
  response: z.array(storedConfig),
  message: "Notification config set.",
  example: {
    request: { organizationId: "acme", documentIds: ["roadmap"], config: { inbox: "MINE", email: "NONE" } },
    response: [
      {
        config: { inbox: "MINE", email: "NONE" },
        metadata: { organizationId: "acme", apiKey: "pk_test_7Yc2", documentId: "roadmap", userId: "carol" },
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], config }, { apiKeyId, userId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    userId,
    setOrganizationConfig: documentIds.length === 0,
    ...toChange("inbox", config.inbox),
    ...toChange("email", config.email),
  }),
  fromRpc: ({ configs }) => configs.map(fromConfig),
});
