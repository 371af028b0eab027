import type { webhookTriggers } from "@parley/sdk";

export type Trigger = (typeof webhookTriggers)[number];

export const triggerWords = {
  "comment_annotation.add": "A thread begins",
  "comment.add": "A comment is added",
  "comment.update": "A comment changes",
  "comment.delete": "A comment is deleted",
  "comment_annotation.status_change": "A thread's status changes",
  "comment_annotation.assign": "A thread is assigned",
  "comment_annotation.priority_change": "A thread's priority changes",
  "comment.reaction_add": "A reaction is added",
  "comment.reaction_delete": "A reaction is removed",
} as const satisfies Record<Trigger, string>;

/** The descriptions of all events that an endpoint can receive. */
export const eventWords = {
  ...triggerWords,
  "endpoint.failing": "Another endpoint fails",
  "endpoint.gone": "Another endpoint is gone",
  "delivery.exhausted": "A delivery to another endpoint has failed finally",
  "removal.complete": "A removal is complete",
} as const;

type LoggedEvent = keyof typeof eventWords;

export const allEvents = Object.keys(eventWords) as readonly LoggedEvent[];

/** Whether a string names an event. */
export function isLoggedEvent(word: string | null | undefined): word is LoggedEvent {
  return word != null && Object.hasOwn(eventWords, word);
}
