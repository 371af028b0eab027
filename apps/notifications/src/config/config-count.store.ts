import { rowCount } from "@parley/database";
import { configs } from "./tables.ts";

/** How many notification configs an API key has. */
export const countConfigs = rowCount("notifications.configs_count_part", configs.apiKeyId, [
  configs.organizationId,
  configs.userId,
  configs.documentId,
]);
