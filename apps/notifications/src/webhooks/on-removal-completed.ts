import { removalsCompletedTopic } from "@parley/contracts/topics";
import { type Consumer, consumer } from "@parley/messaging";
import type { DeliveryConfigs, KnownConfig } from "./config/delivery-configs.ts";
import { removalEventsOf } from "./queue/endpoint-events.ts";
import { insertDeliveries } from "./queue/webhook-new-deliveries.store.ts";

interface Options {
  readonly configs: DeliveryConfigs;
  /** Called when deliveries have been created. */
  readonly onDeliveries: () => void;
}

/** Notifies the endpoints that list the event when a removal is complete. */
export function onRemovalCompleted({ configs, onDeliveries }: Options): Consumer {
  return consumer(
    removalsCompletedTopic,
    async (tx, { message: { apiKeyId, jobId, kind, requestedAtMs, completedAtMs } }, known: KnownConfig) => {
      const removal = { jobId, kind, requestedAt: Number(requestedAtMs), completedAt: Number(completedAtMs) };
      await insertDeliveries(tx, removalEventsOf(known, apiKeyId, removal), onDeliveries);
    },
    { prepare: ({ message }) => configs.of(message.apiKeyId) },
  );
}
