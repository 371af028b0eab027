import type { Migration } from "@parley/database";
import { erasureServiceChanges } from "@parley/erasure";
import { messagingChanges } from "@parley/messaging";

/** Removals of whole API keys, and what lets a removal end when its events were lost. */
export const removalsOutliveTheBus: Migration = {
  name: "0005_removals_outlive_the_bus",
  sql: `${messagingChanges} ${erasureServiceChanges}`,
};
