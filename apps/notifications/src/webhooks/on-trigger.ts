import { webhookTriggersTopic } from "@parley/contracts/topics";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { type Arrival, batchConsumer, type Consumer, type ReceivedEvent } from "@parley/messaging";
import { parsedEvent, type TriggerEvent, type WebhookTriggered } from "../triggers/trigger-event.ts";
import type { DeliveryConfigs } from "./config/delivery-configs.ts";
import { wants } from "./config/delivery-configs.ts";
import { type Target, targets } from "./config/target.ts";
import { insertDeliveries, type NewDelivery } from "./queue/webhook-new-deliveries.store.ts";

interface TriggerContext {
  readonly configs: DeliveryConfigs;
  /** Called when there may be something to send. */
  readonly onDeliveries: () => void;
}

type Topic = typeof webhookTriggersTopic.message;
type Known = Awaited<ReturnType<DeliveryConfigs["of"]>>;

/**
 * Creates the deliveries of events: none unless webhooks and the trigger are on. While the configuration is unavailable both are created,
 * and the first attempt decides.
 */
export function onTrigger({ configs, onDeliveries }: TriggerContext): Consumer {
  return batchConsumer(
    webhookTriggersTopic,
    async (tx, arrivals: readonly Arrival<Topic, Known>[]) =>
      insertDeliveries(
        tx,
        arrivals.flatMap(({ event, prepared }, index) => deliveriesOf(event, prepared, index)),
      ),
    { prepare: ({ message }) => configs.of(message.apiKeyId), afterCommit: onDeliveries },
  );
}

function deliveriesOf({ id, message, payload, subjects, timeMs }: ReceivedEvent<Topic>, config: Known, index: number): NewDelivery[] {
  if (!isTriggerEvent(message) || config === "none") return [];
  const { apiKeyId, organizationId, documentId, annotationId, trigger } = message;
  const wanted = config === "unknown" ? targets : targets.filter((target) => wants(config, target, trigger));
  if (wanted.length === 0) return [];

  // An event that cannot be read becomes a dead letter here: at its first attempt it would hold up what is delivered with it.
  parsedEvent(message);
  return wanted.map((target) => ({
    event: index,
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    trigger,
    target,
    subjects: subjects.join("\n"),
    eventTimeMs: timeMs,
    webhookId: webhookIdOf(id, target),
    payload,
    url: config === "unknown" ? "" : config.urls[target],
    isUnchecked: config === "unknown",
  }));
}

// A trigger of a newer activity service is unknown here.
function isTriggerEvent(event: WebhookTriggered): event is TriggerEvent {
  return isWebhookTrigger(event.trigger);
}

/** The id of a delivery: the same in every attempt and every repeat of the event, another one for each of the two endpoints. */
function webhookIdOf(eventId: string, target: Target): string {
  return `evt_${eventId.replaceAll("-", "")}_${target}`;
}
