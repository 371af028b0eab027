import type { Database } from "@parley/database";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { deleteOldUsageDays, deleteOldUsagePeople } from "./usage-days.store.ts";

const dayMs = 86_400_000;
// One more day, because a day's age counts from its beginning.
const daysKeptMs = 401 * dayMs;
const peopleKeptMs = 2 * dayMs;
const restMs = 60_000;

/** Deletes usage after 400 days, and the users who acted on a day soon after its end, while the process runs. */
export function removeOldUsage(host: Host, database: Database): void {
  removeOld(host, "days of usage", restMs, (limit) => deleteOldUsageDays(database, daysKeptMs, limit));
  removeOld(host, "people of days of usage", restMs, (limit) => deleteOldUsagePeople(database, peopleKeptMs, limit));
}
