import type { Database } from "@parley/database";
import type { KeyAge } from "@parley/erasure";
import { messages } from "../messages.ts";
import { hideOldNotificationsOfKeys } from "./rows/old-notifications.store.ts";
import { sweepWork } from "./sweep-worker.ts";

/** Deletes old notifications of API keys; what is left of them is deleted by work that outlives this process. Returns how many, by key. */
export function removeOldNotifications(database: Database, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  return database.transaction(async (tx) => {
    const removed = await hideOldNotificationsOfKeys(tx, keys, limit);
    await messages.addWork(
      tx,
      sweepWork.kind,
      [...removed.keys()].map((apiKeyId) => sweepWork.begin(apiKeyId)),
    );
    return removed;
  });
}
