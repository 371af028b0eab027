import type { Migration } from "@parley/database";
import { erasureServiceChanges, erasureServiceTables } from "@parley/erasure";
import { messagingChanges, messagingTables } from "@parley/messaging";

/** Removals of whole API keys, and what lets a removal end when its events were lost. */
export const removalsOutliveTheBus: Migration = {
  name: "0002_removals_outlive_the_bus",
  sql: `${messagingTables} ${messagingChanges} ${erasureServiceTables} ${erasureServiceChanges}`,
};
