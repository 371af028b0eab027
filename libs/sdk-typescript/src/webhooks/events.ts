import type { ThreadsListItem } from "../gen/types.ts";

/** A thread as events carry it. */
export type EventThread = ThreadsListItem;
/** A comment as events carry it. */
export type EventComment = ThreadsListItem["comments"][number];

/** A user as events name them; further keys are the customer's own. */
export interface EventUser {
  readonly userId: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly [key: string]: unknown;
}

/** A user who has to be notified, and how. */
export interface EventContact extends EventUser {
  readonly notify: { readonly inbox: boolean; readonly email: boolean };
}

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

export type WebhookTrigger = keyof ActionTypes;

interface Event<Trigger extends WebhookTrigger> {
  /** The `webhook-id` of every attempt; a delivery that comes twice has it twice. */
  readonly webhookId: string;
  readonly event: Trigger;
  readonly actionType: ActionTypes[Trigger];
  readonly notificationSource: "comment";
  /** The comment that it is about; null for what happens to the thread. */
  readonly targetComment: EventComment | null;
  /** Position among the events of the document. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly [key: string]: unknown;
}

/** What happened, with the whole thread: sent to `rawNotificationUrl`. */
export interface RawEvent<Trigger extends WebhookTrigger = WebhookTrigger> extends Event<Trigger> {
  readonly actionUser: EventUser | null;
  readonly commentAnnotation: EventThread | null;
  readonly metadata: {
    readonly apiKey: string;
    readonly organizationId: string;
    readonly documentId: string;
    readonly folderId: string | null;
    readonly locationId: string | null;
    readonly [key: string]: unknown;
  };
  /** Set when the thread was too large to be sent whole. */
  readonly isCommentAnnotationPartial?: true;
}

/** Who has to be notified of what: sent to `processedNotificationUrl`. */
export interface ProcessedEvent<Trigger extends WebhookTrigger = WebhookTrigger> extends Event<Trigger> {
  readonly from: EventUser | null;
  readonly organizationId: string;
  readonly documentId: string;
  readonly targetAnnotationId: string;
  /** Those whom the text tags. */
  readonly toContactsTagged: readonly EventContact[];
  /** The others of the thread. */
  readonly toContactsUpdated: readonly EventContact[];
}

/** One of the nine events; `event` says which. `isRawEvent` tells the two bodies apart. */
export type WebhookEvent = { [Trigger in WebhookTrigger]: RawEvent<Trigger> | ProcessedEvent<Trigger> }[WebhookTrigger];

/** Whether an event was sent to the raw endpoint. */
export function isRawEvent(event: WebhookEvent): event is Extract<WebhookEvent, RawEvent> {
  return "commentAnnotation" in event;
}
