import { hash } from "node:crypto";
import type { CountedUsage, KeyUsage } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { invalid } from "@parley/kernel";
import { removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { addUsage, type CountedDay, deleteOldUsageDays, deleteOldUsagePeople } from "./usage-days.store.ts";

export const recordUsage =
  ({ database }: Context): Handler<"recordUsage"> =>
  async ({ reportId, counted }) => {
    await addUsage(database, reportId, counted.map(countedDay));
    return {};
  };

function countedDay({ usage, userIds }: CountedUsage): CountedDay {
  if (usage === undefined) throw invalid("usage", "usage is required.");
  return {
    apiKeyId: usage.apiKeyId,
    dayMs: Number(usage.dayMs),
    requests: Number(usage.requests),
    failed: Number(usage.failed),
    refused: Number(usage.refused),
    comments: Number(usage.comments),
    mails: Number(usage.mails),
    deliveries: Number(usage.deliveries),
    streamsMs: Number(usage.streamsMs),
    inputTokens: Number(usage.inputTokens),
    outputTokens: Number(usage.outputTokens),
    userHashes: userIds.map((userId) => userHash(usage, userId)),
  };
}

// The user's id is not stored, because a report arrives some seconds after the action and the user may have been erased since. The hash
// differs by day and by key.
function userHash({ apiKeyId, dayMs }: Pick<KeyUsage, "apiKeyId" | "dayMs">, userId: string): string {
  return hash("sha256", JSON.stringify([apiKeyId, String(dayMs), userId]), "base64url");
}

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
