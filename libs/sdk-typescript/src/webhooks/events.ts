import type { webhookTriggers } from "../gen/triggers.ts";
import type { WebhookProcessed, WebhookRaw } from "../gen/types.ts";

/** What each trigger says happened. */
export interface ActionTypes {
  "comment_annotation.add": "newlyAdded";
  "comment.add": "added";
  "comment.update": "updated";
  "comment.delete": "deleted";
  "comment_annotation.status_change": "statusChanged";
  "comment_annotation.assign": "assigned";
  "comment_annotation.priority_change": "priorityChanged";
  "comment.reaction_add": "reactionAdded";
  "comment.reaction_delete": "reactionDeleted";
}

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
