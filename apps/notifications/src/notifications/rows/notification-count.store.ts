import { rowCount } from "@parley/database";
import { notifications } from "./tables.ts";

/** How many notifications an API key has. */
export const countNotifications = rowCount("notifications.count_part", notifications.apiKeyId, [notifications.notificationRef]);
