import { type Db, rowQuota } from "@parley/database";
import { type ConfigOf, quotaSetting } from "@parley/runtime";
import { countConfigs } from "./config/configs.store.ts";
import type { Quotas } from "./context.ts";
import { countReadMarks } from "./inbox/read-marks.store.ts";
import { countNotifications } from "./notifications/rows/new-notifications.store.ts";

/** The quotas of an API key. */
export const quotaSettings = {
  maxNotifications: quotaSetting("PARLEY_NOTIFICATIONS_MAX_NOTIFICATIONS_PER_KEY", "notifications"),
  maxReadMarks: quotaSetting("PARLEY_NOTIFICATIONS_MAX_READ_MARKS_PER_KEY", "read marks (one for each notification and user)"),
  maxConfigs: quotaSetting("PARLEY_NOTIFICATIONS_MAX_CONFIGS_PER_KEY", "notification configs of users"),
};

export function quotasOf(db: Db, config: ConfigOf<typeof quotaSettings>): Quotas {
  return {
    notifications: rowQuota(db, "notification", config.maxNotifications, countNotifications),
    readMarks: rowQuota(db, "read mark", config.maxReadMarks, countReadMarks),
    configs: rowQuota(db, "notification config", config.maxConfigs, countConfigs),
  };
}
