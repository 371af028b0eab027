import { webhookTriggersTopic } from "@parley/contracts/topics";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { type Arrival, batchConsumer, type Consumer } from "@parley/messaging";
import { parsedEvent, type TriggerEvent, type WebhookTriggered } from "../triggers/trigger-event.ts";
import { payloadWithoutErased } from "../triggers/without-erased.ts";
import type { DeliveryConfigs } from "./config/delivery-configs.ts";
import { wants } from "./config/delivery-endpoint.ts";
import { configuredTargets, unknownTargets } from "./config/target.ts";
import { webhookIdOf } from "./queue/webhook-delivery.ts";
import { insertDeliveries, type NewDelivery } from "./queue/webhook-new-deliveries.store.ts";

interface TriggerContext {
  readonly configs: DeliveryConfigs;
  /** Called when there may be deliveries to send. */
  readonly onDeliveries: () => void;
}

type Topic = typeof webhookTriggersTopic.message;
type Known = Awaited<ReturnType<DeliveryConfigs["of"]>>;

/**
 * Creates the deliveries of events: one for each endpoint that wants the event. While the configuration is unavailable, one is created for
 * each possible endpoint, and the first attempt decides.
 */
export function onTrigger({ configs, onDeliveries }: TriggerContext): Consumer {
  return batchConsumer(
    webhookTriggersTopic,
    async (tx, arrivals: readonly Arrival<Topic, Known>[]) =>
      insertDeliveries(
        tx,
        arrivals.flatMap((arrival, index) => deliveriesOf(arrival, index)),
      ),
    { prepare: ({ message }) => configs.of(message.apiKeyId), afterCommit: onDeliveries },
  );
}

function deliveriesOf({ event, prepared: config, erasedUsers }: Arrival<Topic, Known>, index: number): NewDelivery[] {
  const { id, message, subjects, timeMs } = event;
  if (!isTriggerEvent(message) || config === "none") return [];
  const { apiKeyId, organizationId, documentId, annotationId, trigger } = message;
  const wanted = wantedTargets(message, config);
  if (wanted.length === 0) return [];

  // An unreadable event becomes a dead letter here: at its first attempt it would hold up the deliveries in its batch.
  parsedEvent(message);
  const told = erasedUsers?.size ? payloadWithoutErased(event.payload, erasedUsers) : { payload: event.payload, unnamed: nobody };
  if (told === undefined) return [];
  return wanted.map(({ target, url }) => ({
    event: index,
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    trigger,
    target,
    subjects: subjects.filter((subject) => !told.unnamed.has(subject)).join("\n"),
    eventTimeMs: timeMs,
    webhookId: webhookIdOf(id, target),
    payload: told.payload,
    url,
    isUnchecked: config === "unknown",
  }));
}

const nobody: ReadonlySet<string> = new Set();

const possible = [...configuredTargets, unknownTargets].map((target) => ({ target, url: "" }));

function wantedTargets(event: TriggerEvent, config: Exclude<Known, "none">): readonly { readonly target: string; readonly url: string }[] {
  if (config === "unknown") return possible;
  const wanted = [...config.endpoints.values()].filter((endpoint) => wants(endpoint, event));
  return wanted.map(({ endpointId, url }) => ({ target: endpointId, url }));
}

// A trigger of a newer activity service is unknown here.
function isTriggerEvent(event: WebhookTriggered): event is TriggerEvent {
  return isWebhookTrigger(event.trigger);
}
