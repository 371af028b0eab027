import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { configChange, toConfigChange } from "./config-fields.ts";

const maxValues = 5_000;

export const setNotificationConfig = operation({
  path: "/v2/notifications/config/set",
  sdk: "notifications.setConfig",
  auth: "apiKey",
  role: "act",
  summary: "Set users' notification settings.",
  description: described(
    "Sets the values for each of `userIds` in each of `documentIds`, or in the whole organization if no documents are named. `/v2/notifications/config/get` returns the values that then apply.",
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
      config: configChange(),
    })
    .refine(
      ({ userIds, documentIds = [] }) => userIds.length * Math.max(documentIds.length, 1) <= maxValues,
      `must set at most ${maxValues} values: userIds by documentIds`,
    ),
  response: resultsBy("userId", {
    userId: z.string().meta(texts.userId),
    documentId: z.string().optional().meta({ description: "The document, if the request names a single one." }),
  }),
  message: "Notification config set.",
  example: {
    request: { organizationId: "acme", documentIds: ["roadmap"], userIds: ["carol"], config: { inbox: "MINE", email: "NONE" } },
    response: { carol: { success: true, userId: "carol", documentId: "roadmap", message: "The user's settings were set." } },
  },
  toRpc: ({ organizationId, documentIds = [], userIds: [userId = "", ...userIds], config }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    userId,
    userIds,
    setOrganizationConfig: documentIds.length === 0,
    ...toConfigChange(config),
  }),
  fromRpc: (_, { userIds, documentIds = [] }) => byUser(userIds, documentIds.length === 1 ? documentIds[0] : undefined),
});

// Ids such as `__proto__` are keys like any other.
function byUser(userIds: readonly string[], documentId: string | undefined): Record<string, unknown> {
  const entries: Record<string, unknown> = Object.create(null);
  const message = "The user's settings were set.";
  for (const userId of userIds) entries[userId] = { success: true, userId, ...(documentId === undefined ? {} : { documentId }), message };
  return entries;
}
