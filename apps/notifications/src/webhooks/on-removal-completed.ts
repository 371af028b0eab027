import { removalsCompletedTopic } from "@parley/contracts/topics";
import { type Consumer, consumer } from "@parley/messaging";
import type { DeliveryConfigs } from "./config/delivery-configs.ts";
import { removalEventsOf } from "./queue/endpoint-events.ts";
import { insertDeliveries } from "./queue/webhook-new-deliveries.store.ts";

interface Options {
  readonly configs: DeliveryConfigs;
  /** Called when there are deliveries to send. */
  readonly onDeliveries: () => void;
}

/** Notifies the endpoints that list the event when a removal is complete. */
export function onRemovalCompleted({ configs, onDeliveries }: Options): Consumer {
  return consumer(
    removalsCompletedTopic,
    async (
      tx,
      { message: { apiKeyId, jobId, kind, requestedAtMs, completedAtMs } },
      config: Awaited<ReturnType<DeliveryConfigs["of"]>>,
    ) => {
      if (config === "none") return;
      if (config === "unknown")
        throw new Error("The endpoints that list the removal event are unknown while the workspace service does not respond.");
      const removal = { jobId, kind, requestedAt: Number(requestedAtMs), completedAt: Number(completedAtMs) };
      await insertDeliveries(tx, removalEventsOf(config, apiKeyId, removal));
    },
    { prepare: ({ message }) => configs.of(message.apiKeyId), afterCommit: onDeliveries },
  );
}
