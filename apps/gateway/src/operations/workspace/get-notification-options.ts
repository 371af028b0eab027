import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { exampleNotificationConfig, fromNotificationConfig, storedNotificationConfig } from "./notification-config-fields.ts";

export const getNotificationOptions = operation({
  path: "/v2/workspace/notificationconfig/get",
  sdk: "notifications.getOptions",
  auth: "apiKey",
  role: "read",
  summary: "Get the settings of inbox entries of comments.",
  rpc: ConfigsService.method.getApiKeyConfig,
  request: z.strictObject({}),
  response: storedNotificationConfig,
  message: "Notification configuration retrieved.",
  example: { request: {}, response: exampleNotificationConfig },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ config }) => fromNotificationConfig(config),
});
