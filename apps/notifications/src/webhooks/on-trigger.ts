import { webhookTriggersTopic } from "@parley/contracts/topics";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import { type Arrival, batchConsumer, type Consumer, preparingEach, type ReceivedEvent } from "@parley/messaging";
import { parsedEvent, type TriggerEvent, type WebhookTriggered } from "../triggers/trigger-event.ts";
import { payloadWithoutErased } from "../triggers/without-erased.ts";
import type { BodyTexts } from "./bodies/body-texts.ts";
import type { DeliveryConfigs, KnownConfig } from "./config/delivery-configs.ts";
import { recipientsOf } from "./config/recipients.ts";
import { insertDeliveries, type NewDelivery } from "./queue/webhook-new-deliveries.store.ts";
import { webhookIdOf } from "./queue/webhook-queue-context.ts";

interface TriggerContext {
  readonly configs: DeliveryConfigs;
  readonly texts: BodyTexts;
  /** Called when deliveries have been created. */
  readonly onDeliveries: () => void;
}

type Topic = typeof webhookTriggersTopic.message;

/** An endpoint that wants the event, or may want it. */
interface Wanting {
  readonly target: string;
  readonly webhookId: string;
  /** Undefined if the first attempt has to build it. */
  readonly body: string | undefined;
  /** Whether the first attempt decides if the endpoint wants the event, because the current configuration is unavailable. */
  readonly isUnchecked: boolean;
}

/**
 * Creates the deliveries of events, with their bodies: one for each endpoint that wants the event. What the first attempt has to complete is
 * created with the event instead: all deliveries of users who have been erased before, and all while the configuration, names or users are
 * unavailable. Without the current configuration there is a delivery for each possible endpoint: an older one lacks those added since.
 */
export function onTrigger({ configs, texts, onDeliveries }: TriggerContext): Consumer {
  return batchConsumer(
    webhookTriggersTopic,
    async (tx, arrivals: readonly Arrival<Topic, readonly Wanting[]>[]) => {
      await insertDeliveries(tx, arrivals.flatMap(deliveriesOf), onDeliveries);
    },
    { prepare: (events) => wantedOf(events, configs, texts) },
  );
}

/** The endpoints that want each of the events, with the bodies for all of them. */
async function wantedOf(events: readonly ReceivedEvent<Topic>[], configs: DeliveryConfigs, texts: BodyTexts): Promise<Wanting[][]> {
  // Not all at the same time: while the workspace service does not respond, only the first ones wait for it.
  const configOfEach = preparingEach(({ message }: ReceivedEvent<Topic>) => configs.of(message.apiKeyId));
  const known = await configOfEach(events);
  const rowsOf = events.map((event, index) => unwrittenOf(event, known[index] ?? { state: "none" }));
  const bodies = await texts.of(rowsOf.flat().flatMap(({ unwritten }) => unwritten ?? []));
  return rowsOf.map((rows) =>
    rows.map(({ target, webhookId, unwritten }) => ({
      target,
      webhookId,
      body: unwritten && bodies.get(unwritten),
      isUnchecked: unwritten === undefined,
    })),
  );
}

/** The recipients of an event, each with what its body is written from if it is known to want the event. */
function unwrittenOf({ id, message }: ReceivedEvent<Topic>, known: KnownConfig) {
  const recipients = isTriggerEvent(message) ? recipientsOf(known, message) : [];
  if (!isTriggerEvent(message) || recipients.length === 0) return [];

  // An unreadable event becomes a dead letter here: at its first attempt it would hold up the deliveries in its batch.
  const event = parsedEvent(message);
  const { apiKeyId, organizationId, documentId } = message;
  // The statement that creates the deliveries numbers them.
  const ofEach = { apiKeyId, organizationId, documentId, event, body: "", sequence: 0, createdAtMs: Date.now() };
  return recipients.map(({ target, endpoint }) => {
    const webhookId = webhookIdOf(id, target);
    return { target, webhookId, unwritten: endpoint && { ...ofEach, target, webhookId, payload: endpoint.payload } };
  });
}

function deliveriesOf({ event, prepared: by, erasedUsers }: Arrival<Topic, readonly Wanting[]>, index: number): NewDelivery[] {
  if (by.length === 0) return [];
  const { message, subjects, timeMs } = event;
  const { apiKeyId, organizationId, documentId, annotationId, trigger } = message;
  const isOfErased = erasedUsers !== undefined && erasedUsers.size > 0;
  const redacted = isOfErased ? payloadWithoutErased(event.payload, erasedUsers) : { payload: event.payload, unnamed: nobody };
  if (redacted === undefined) return [];
  return by.map(({ target, webhookId, body, isUnchecked }) => ({
    event: index,
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    trigger,
    target,
    subjects: subjects.filter((subject) => !redacted.unnamed.has(subject)).join("\n"),
    eventTimeMs: timeMs,
    webhookId,
    // The body was built before it was known who has been erased.
    payload: isOfErased || body === undefined ? redacted.payload : body,
    sequence: undefined,
    isUnchecked,
  }));
}

const nobody: ReadonlySet<string> = new Set();

// A trigger of a newer activity service is unknown here.
function isTriggerEvent(event: WebhookTriggered): event is TriggerEvent {
  return isWebhookTrigger(event.trigger);
}
