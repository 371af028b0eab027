import type { Database, Db } from "@parley/database";
import type { KeyAge } from "@parley/erasure";
import { messages } from "../messages.ts";
import { hideOldNotifications } from "./rows/old-notifications.store.ts";
import { sweepWork } from "./sweep-worker.ts";

/**
 * Deletes old notifications of API keys, one key after the other, because their rows may be on several servers. Durable work deletes their remaining
 * rows. Returns how many, by key.
 */
export async function removeOldNotifications(database: Database, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  const removed = new Map<string, number>();
  for (const key of keys) {
    const hidden = await database.transaction((tx) => hideOf(tx, key, limit));
    if (hidden > 0) removed.set(key.apiKeyId, hidden);
  }
  return removed;
}

async function hideOf(tx: Db, key: KeyAge, limit: number): Promise<number> {
  const hidden = await hideOldNotifications(tx, key, limit);
  if (hidden > 0) await messages.addWork(tx, sweepWork.kind, [sweepWork.begin(key.apiKeyId)]);
  return hidden;
}
