import type { Database } from "@parley/database";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { deleteOldKeyMinutes, deleteOldMinuteReports, rollUpKeyMinutes } from "./key-minutes.store.ts";

const hourMs = 3_600_000;
// Minutes are shown for a day, and kept for an hour more.
const minutesKeptMs = 25 * hourMs;
const hoursKeptMs = 7 * 24 * hourMs + hourMs;
const reportsKeptMs = 24 * hourMs;
const restMs = 60_000;

/**
 * Rolls minutes that began more than a day ago up into hours, and deletes hours after a week and the records of reports after a day, while
 * the process runs.
 */
export function removeOldMinutes(host: Host, database: Database): void {
  removeOld(host, "minutes of API keys", restMs, (limit) => rollUpKeyMinutes(database, minutesKeptMs, limit));
  removeOld(host, "hours of API keys", restMs, (limit) => deleteOldKeyMinutes(database, hoursKeptMs, limit));
  removeOld(host, "reports of minutes", restMs, (limit) => deleteOldMinuteReports(database, reportsKeptMs, limit));
}
