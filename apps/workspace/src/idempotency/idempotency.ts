import type { Database } from "@parley/database";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { deleteOldIdempotencyRecords } from "./idempotency-records.store.ts";

/** How long a response is stored for its idempotency key. */
export const idempotencyRetentionMs = 24 * 60 * 60 * 1000;

/** Removes old records while the process runs, every `intervalMs`. */
export function removeOldIdempotencyRecords(host: Host, database: Database, intervalMs: number): void {
  removeOld(host, "idempotency records", intervalMs, (limit) => deleteOldIdempotencyRecords(database, idempotencyRetentionMs, limit));
}
