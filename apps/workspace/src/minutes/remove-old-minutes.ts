import type { Database } from "@parley/database";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { deleteOldKeyMinutes, deleteOldMinuteReports } from "./key-minutes.store.ts";

const retentionMs = 24 * 3_600_000;
const restMs = 60_000;

/** Deletes minutes that began more than a day ago, and the records of reports before them, while the process runs. */
export function removeOldMinutes(host: Host, database: Database): void {
  removeOld(host, "minutes of API keys", restMs, (limit) => deleteOldKeyMinutes(database, retentionMs, limit));
  removeOld(host, "reports of minutes", restMs, (limit) => deleteOldMinuteReports(database, retentionMs, limit));
}
