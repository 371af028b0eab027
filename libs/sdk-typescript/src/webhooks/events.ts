import type { ActionTypes, webhookTriggers } from "../gen/triggers.ts";
import type { WebhookProcessed, WebhookRaw } from "../gen/types.ts";

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

/** One of the nine events; `event` says which. `isRawEvent` tells the two bodies apart. */
export type WebhookEvent = { [Trigger in WebhookTrigger]: RawEvent<Trigger> | ProcessedEvent<Trigger> }[WebhookTrigger];

type RawOfAny = { [Trigger in WebhookTrigger]: RawEvent<Trigger> }[WebhookTrigger];

/** Whether an event was sent to the raw endpoint. */
export function isRawEvent(event: WebhookEvent): event is RawOfAny {
  return "commentAnnotation" in event;
}
