import type { ActionTypes, webhookTriggers } from "../gen/triggers.ts";
import type { WebhookEndpointEvent, WebhookProcessed, WebhookRaw, WebhookRemovalEvent, WebhookThin } from "../gen/types.ts";

export type WebhookTrigger = (typeof webhookTriggers)[number];

interface Happened<Trigger extends WebhookTrigger> {
  readonly event: Trigger;
  readonly actionType: ActionTypes[Trigger];
}

/** An event with the whole thread: sent to `rawNotificationUrl`. */
export type RawEvent<Trigger extends WebhookTrigger = WebhookTrigger> = Omit<WebhookRaw, keyof Happened<Trigger>> & Happened<Trigger>;

/** An event with the users to notify, and of what: sent to `processedNotificationUrl`. */
export type ProcessedEvent<Trigger extends WebhookTrigger = WebhookTrigger> = Omit<WebhookProcessed, keyof Happened<Trigger>> &
  Happened<Trigger>;

/** One of the nine events, for an endpoint with raw or processed bodies; `event` says which. `isRawEvent` distinguishes the two bodies. */
export type WebhookEvent = { [Trigger in WebhookTrigger]: RawEvent<Trigger> | ProcessedEvent<Trigger> }[WebhookTrigger];

/** An event with ids and the names of changed fields, without content: sent to endpoints with the payload `thin`. */
export type ThinEvent<Trigger extends WebhookTrigger = WebhookTrigger> = Omit<WebhookThin, keyof Happened<Trigger>> & Happened<Trigger>;

/** An event about an endpoint: sent to endpoints that subscribe to such events. */
export type EndpointEvent = WebhookEndpointEvent;

/** An event about a removal (`removal.complete`): sent to endpoints that list it. */
export type RemovalEvent = WebhookRemovalEvent;

/** Whatever an endpoint may receive. */
export type AnyEvent = WebhookEvent | ThinEvent | EndpointEvent | RemovalEvent;

/** Whether an event was sent to an endpoint with the payload `thin`. */
export function isThinEvent(event: AnyEvent): event is ThinEvent {
  return "changed" in event;
}

/** Whether an event is about an endpoint. */
export function isEndpointEvent(event: AnyEvent): event is EndpointEvent {
  return "endpoint" in event;
}

/** Whether an event is about a removal. */
export function isRemovalEvent(event: AnyEvent): event is RemovalEvent {
  return "removal" in event;
}

type RawOfAny = { [Trigger in WebhookTrigger]: RawEvent<Trigger> }[WebhookTrigger];

/** Whether an event was sent to the raw endpoint. */
export function isRawEvent(event: AnyEvent): event is RawOfAny {
  return "commentAnnotation" in event;
}
