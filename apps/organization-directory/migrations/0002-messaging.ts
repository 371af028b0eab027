import type { Migration } from "@parley/database";
import { messagingTables } from "@parley/messaging";

export const messaging: Migration = { name: "0002_messaging", sql: messagingTables };
