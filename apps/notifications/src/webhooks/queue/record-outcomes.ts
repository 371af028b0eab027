import type { Database, Db } from "@parley/database";
import type { UsageMeter } from "@parley/messaging";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import { exhaustedEventsOf } from "./endpoint-events.ts";
import { insertDeliveries } from "./webhook-new-deliveries.store.ts";
import { recordOutcomes, type WebhookOutcome } from "./webhook-outcomes.store.ts";

interface RecordContext {
  readonly database: Database;
  /** Counts the deliveries that endpoints have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly configs: DeliveryConfigs;
  /** Called when there are events about endpoints to send. */
  readonly onEvents: () => void;
}

/** Records outcomes and, in the same transaction, the events about finally failed deliveries. Returns how many were still held. */
export async function recordAndTell(context: RecordContext, outcomes: readonly WebhookOutcome[]): Promise<number> {
  const { database, configs, onEvents } = context;
  const exhausted = await Promise.all(
    outcomes.flatMap((outcome) => outcome.exhausted ?? []).map(async (one) => ({ one, known: await configs.of(one.apiKeyId) })),
  );
  if (exhausted.length === 0) return (await recordAndCount(context, database, outcomes)).size;
  const written = await database.transaction(async (tx) => {
    const recorded = await recordAndCount(context, tx, outcomes);
    const events = exhausted.flatMap(({ one, known }) => {
      // Reports only deliveries that this process still owns. New owners report the others.
      const subjects = recorded.get(one.deliveryId);
      return subjects === undefined ? [] : exhaustedEventsOf(known, one, subjects);
    });
    await insertDeliveries(tx, events);
    return recorded.size;
  });
  onEvents();
  return written;
}

// A delivery that another process owns now is counted there.
async function recordAndCount({ usage }: RecordContext, db: Db, outcomes: readonly WebhookOutcome[]): ReturnType<typeof recordOutcomes> {
  const recorded = await recordOutcomes(db, outcomes);
  const delivered = outcomes.filter(({ verdict, held }) => verdict === "delivered" && recorded.has(held.deliveryId));
  const ofKeys = Map.groupBy(delivered, ({ held }) => held.apiKeyId);
  db.afterCommit(() => {
    for (const [apiKeyId, { length: deliveries }] of ofKeys) usage.count(apiKeyId, { deliveries });
  });
  return recorded;
}
