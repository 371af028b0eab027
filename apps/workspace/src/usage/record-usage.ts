import { hash } from "node:crypto";
import type { CountedUsage, KeyUsage } from "@parley/contracts/workspace";
import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { addUsage, type CountedDay } from "./usage-days.store.ts";

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
