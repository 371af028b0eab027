import type { ActionTypes, webhookTriggers } from "../gen/triggers.ts";
import type { WebhookEndpointEvent, WebhookProcessed, WebhookRaw, WebhookThin } from "../gen/types.ts";

export type WebhookTrigger = (typeof webhookTriggers)[number];

interface Happened<Trigger extends WebhookTrigger> {
  readonly event: Trigger;
  readonly actionType: ActionTypes[Trigger];
}

/** What happened, with the whole thread: sent to `rawNotificationUrl`. */
export type RawEvent<Trigger extends WebhookTrigger = WebhookTrigger> = Omit<WebhookRaw, keyof Happened<Trigger>> & Happened<Trigger>;

/** Who has to be notified of what: sent to `processedNotificationUrl`. */
export type ProcessedEvent<Trigger extends WebhookTrigger = WebhookTrigger> = Omit<WebhookProcessed, keyof Happened<Trigger>> &
  Happened<Trigger>;

/** One of the nine events, to an endpoint with raw or processed bodies; `event` says which. `isRawEvent` tells the two bodies apart. */
export type WebhookEvent = { [Trigger in WebhookTrigger]: RawEvent<Trigger> | ProcessedEvent<Trigger> }[WebhookTrigger];

/** Ids and the names of what changed, without content: sent to endpoints with the payload `thin`. */
export type ThinEvent<Trigger extends WebhookTrigger = WebhookTrigger> = Omit<WebhookThin, keyof Happened<Trigger>> & Happened<Trigger>;

/** What happened to an endpoint: sent to endpoints that name such events. */
export type EndpointEvent = WebhookEndpointEvent;

/** Whether an event was sent to an endpoint with the payload `thin`. */
export function isThinEvent(event: WebhookEvent | ThinEvent | EndpointEvent): event is ThinEvent {
  return "changed" in event;
}

/** Whether an event is about an endpoint. */
export function isEndpointEvent(event: WebhookEvent | ThinEvent | EndpointEvent): event is EndpointEvent {
  return "endpoint" in event;
}

type RawOfAny = { [Trigger in WebhookTrigger]: RawEvent<Trigger> }[WebhookTrigger];

/** Whether an event was sent to the raw endpoint. */
export function isRawEvent(event: WebhookEvent): event is RawOfAny {
  return "commentAnnotation" in event;
}
