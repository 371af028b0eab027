import type { Database } from "@parley/database";
import { removeOld } from "@parley/messaging";
import { constant, type Host, integer, quotaSetting } from "@parley/runtime";
import { deleteOldIdempotencyRecords } from "./idempotency-records.store.ts";

export const idempotencySettings = {
  maxIdempotencyKeys: quotaSetting("PARLEY_WORKSPACE_MAX_IDEMPOTENCY_KEYS_PER_KEY", "idempotency keys within a day"),
  idempotencyLeaseMs: integer("PARLEY_IDEMPOTENCY_LEASE_MS", {
    description: "Milliseconds for which a request holds its idempotency key; longer than any request may take.",
    default: 60_000,
    min: 100,
    max: 3_600_000,
  }),
  /** Milliseconds between two deletions of idempotency records that are older than a day. */
  idempotencyRemovalMs: constant(60_000),
  idempotencyKeptBytes: integer("PARLEY_IDEMPOTENCY_KEPT_BYTES", {
    description:
      "Most bytes of responses that a process stores within a day for the idempotency keys of one API key, half of them for its users in browsers, a hundredth for each; of further requests it stores only that they were done.",
    default: 1024 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024 * 1024,
  }),
};

/** How long a response is stored for its idempotency key. */
export const idempotencyRetentionMs = 24 * 60 * 60 * 1000;

/** Removes old records while the process runs, every `intervalMs`. */
export function removeOldIdempotencyRecords(host: Host, database: Database, intervalMs: number): void {
  removeOld(host, "idempotency records", intervalMs, (limit) => deleteOldIdempotencyRecords(database, idempotencyRetentionMs, limit));
}
