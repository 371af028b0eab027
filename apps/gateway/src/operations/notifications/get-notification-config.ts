import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { atLeastOne, on, withRules } from "../field-rules.ts";
import { id, limits } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromConfig, storedConfig } from "./config-fields.ts";

export const getNotificationConfig = operation({
  path: "/v2/notifications/config/get",
  sdk: "notifications.getConfig",
  auth: "apiKey",
  role: "read",
  summary: "Get a user's notification settings.",
  description: described(
    "Returns one entry for each of `documentIds`, in their order: the value set for the document, else the organization's, else `ALL`.",
    "An empty list returns no entry; unknown ids return the defaults.",
    "`getOrganizationConfig` returns the single entry of the organization, whose `documentId` is empty.",
  ),
  rpc: NotificationsService.method.getNotificationConfig,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentIds: z.array(id()).max(limits.items).optional().meta(texts.documentIds),
      userId: id().meta(texts.userId),
      getOrganizationConfig: z
        .boolean()
        .optional()
        .meta({ description: "Returns the configuration of the organization instead of those of documents." }),
    }),
    atLeastOne("documentIds", on("getOrganizationConfig")),
  ),
  response: z.array(storedConfig),
  message: "Notification config retrieved.",
  example: {
    request: { organizationId: "acme", documentIds: ["welcome", "roadmap"], userId: "carol" },
    response: [
      {
        config: { inbox: "ALL", email: "ALL" },
        metadata: { organizationId: "acme", apiKey: "pk_test_7Yc2", documentId: "welcome", userId: "carol" },
      },
      {
        config: { inbox: "MINE", email: "NONE" },
        metadata: { organizationId: "acme", apiKey: "pk_test_7Yc2", documentId: "roadmap", userId: "carol" },
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], userId, getOrganizationConfig = false }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    userId,
    getOrganizationConfig,
  }),
  fromRpc: ({ configs }) => configs.map(fromConfig),
});
