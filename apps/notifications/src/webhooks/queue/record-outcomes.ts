import type { Database } from "@parley/database";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import { type EndpointEventDelivery, insertEndpointEvents } from "./endpoint-events.store.ts";
import { type Exhausted, exhaustedEventsOf } from "./endpoint-events.ts";
import { recordOutcomes, type WebhookOutcome } from "./webhook-outcomes.store.ts";

interface RecordContext {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  /** Called when events about endpoints are to be sent. */
  readonly onEvents: () => void;
}

/** Records outcomes, and in the same transaction what is said of deliveries that have failed for good. */
export async function recordAndTell({ database, configs, onEvents }: RecordContext, outcomes: readonly WebhookOutcome[]): Promise<void> {
  const events = await eventsOf(
    configs,
    outcomes.flatMap(({ exhausted }) => exhausted ?? []),
  );
  if (events.length === 0) {
    await recordOutcomes(database, outcomes);
    return;
  }
  await database.transaction(async (tx) => {
    const recorded = await recordOutcomes(tx, outcomes);
    // About what another process has now, that one speaks.
    await insertEndpointEvents(
      tx,
      events.filter(({ aboutDeliveryId }) => recorded.has(aboutDeliveryId)),
    );
  });
  onEvents();
}

async function eventsOf(configs: DeliveryConfigs, exhausted: readonly Exhausted[]): Promise<EndpointEventDelivery[]> {
  const events = await Promise.all(
    exhausted.map(async (one) => {
      const config = await configs.of(one.apiKeyId);
      return typeof config === "string" ? [] : exhaustedEventsOf(config, one);
    }),
  );
  return events.flat();
}
