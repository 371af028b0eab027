import type { Db } from "@parley/database";
import { exhaustedEventsOf } from "./endpoint-events.ts";
import { insertDeliveries } from "./webhook-new-deliveries.store.ts";
import { recordOutcomes, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { WebhookQueueContext } from "./webhook-queue-context.ts";

/** Records outcomes and, in the same transaction, the events about finally failed deliveries. Returns how many were still claimed. */
export async function recordAndTell(context: WebhookQueueContext, outcomes: readonly WebhookOutcome[]): Promise<number> {
  const { database, configs, onDeliveries } = context;
  const exhausted = await Promise.all(
    outcomes.flatMap((outcome) => outcome.exhausted ?? []).map(async (one) => ({ one, known: await configs.of(one.apiKeyId) })),
  );
  if (exhausted.length === 0) return (await recordAndCount(context, database, outcomes)).size;
  return database.transaction(async (tx) => {
    const recorded = await recordAndCount(context, tx, outcomes);
    const events = exhausted.flatMap(({ one, known }) => {
      // Reports only deliveries that this process still owns. New owners report the others.
      const subjects = recorded.get(one.deliveryId);
      return subjects === undefined ? [] : exhaustedEventsOf(known, one, subjects);
    });
    await insertDeliveries(tx, events, onDeliveries);
    return recorded.size;
  });
}

// A delivery that another process owns now is counted there.
async function recordAndCount(
  { usage }: WebhookQueueContext,
  db: Db,
  outcomes: readonly WebhookOutcome[],
): ReturnType<typeof recordOutcomes> {
  const recorded = await recordOutcomes(db, outcomes);
  const delivered = outcomes.filter(({ verdict, claimed }) => verdict === "delivered" && recorded.has(claimed.deliveryId));
  const ofKeys = Map.groupBy(delivered, ({ claimed }) => claimed.apiKeyId);
  db.afterCommit(() => {
    for (const [apiKeyId, { length: deliveries }] of ofKeys) usage.count(apiKeyId, { deliveries });
  });
  return recorded;
}
