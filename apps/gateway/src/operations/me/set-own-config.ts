import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { id } from "../fields.ts";
import { configChange, fromConfig, storedConfig, toConfigChange } from "../notifications/config-fields.ts";
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
    config: configChange(),
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
    ...toConfigChange(config),
  }),
  fromRpc: ({ configs }) => configs.map(fromConfig),
});
