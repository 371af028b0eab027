import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { exampleActivityConfig, fromActivityConfig, storedActivityConfig } from "./activity-config-fields.ts";

export const getActivityConfig = operation({
  path: "/v2/workspace/activityconfig/get",
  sdk: "activities.getConfig",
  auth: "apiKey",
  role: "read",
  summary: "Get the settings of the activity log.",
  rpc: ConfigsService.method.getApiKeyConfig,
  request: z.strictObject({}),
  response: storedActivityConfig,
  message: "Activity log configuration retrieved.",
  example: { request: {}, response: exampleActivityConfig },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ config }) => fromActivityConfig(config),
});
