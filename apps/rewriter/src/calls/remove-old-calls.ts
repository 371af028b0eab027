import type { Database } from "@parley/database";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { deleteOldCalls } from "./calls.store.ts";

const dayMs = 24 * 60 * 60 * 1000;

interface RemovalOptions {
  readonly retentionDays: number;
  readonly intervalMs: number;
}

/** Deletes old records of calls while the process runs. */
export function removeOldCalls(host: Host, database: Database, { retentionDays, intervalMs }: RemovalOptions): void {
  removeOld(host, "records of calls", intervalMs, (limit) => deleteOldCalls(database, Date.now() - retentionDays * dayMs, limit));
}
