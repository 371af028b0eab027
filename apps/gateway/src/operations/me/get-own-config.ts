import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { exactlyOne, on, withRules } from "../field-rules.ts";
import { id } from "../fields.ts";
import { fromConfig, storedConfig } from "../notifications/config-fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const getOwnConfig = operation({
  path: "/v2/me/notificationconfig/get",
  sdk: "me.getNotificationConfig",
  auth: "user",
  role: "read",
  reach: { within: "documents", role: "viewer", asks: "notDisabled" },
  summary: "Get the user's notification config.",
  description: described(
    "Works as `/v2/notifications/config/get` for the user.",
    "To get the config of the organization, the token must name the organization.",
  ),
  rpc: NotificationsService.method.getNotificationConfig,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentIds: z.array(id()).min(1).max(100).optional().meta(texts.documentIds),
      getOrganizationConfig: z
        .boolean()
        .optional()
        .meta({ description: "Returns the configuration of the organization instead of those of documents." }),
    }),
    exactlyOne("documentIds", on("getOrganizationConfig")),
  ),
  response: z.array(storedConfig),
  message: "Notification config retrieved.",
  example: {
    request: { organizationId: "acme", documentIds: ["roadmap"] },
    response: [
      {
        config: { inbox: "MINE", email: "NONE" },
        metadata: { organizationId: "acme", apiKey: "pk_test_7Yc2", documentId: "roadmap", userId: "carol" },
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], getOrganizationConfig = false }, { apiKeyId, userId }) => {
    return { apiKeyId, organizationId, documentIds, userId, getOrganizationConfig: getOrganizationConfig };
  },
  fromRpc: ({ configs }) => configs.map(fromConfig),
});
