/** The nine events that webhooks are sent for: a closed set, named as on the wire. */
export const webhookTriggers = [
  "comment_annotation.add",
  "comment.add",
  "comment.update",
  "comment.delete",
  "comment_annotation.status_change",
  "comment_annotation.assign",
  "comment_annotation.priority_change",
  "comment.reaction_add",
  "comment.reaction_delete",
] as const;

export type WebhookTrigger = (typeof webhookTriggers)[number];

/** What each of them says happened, in the field `actionType` of its body. */
export const actionTypes = {
  "comment_annotation.add": "newlyAdded",
  "comment.add": "added",
  "comment.update": "updated",
  "comment.delete": "deleted",
  "comment_annotation.status_change": "statusChanged",
  "comment_annotation.assign": "assigned",
  "comment_annotation.priority_change": "priorityChanged",
  "comment.reaction_add": "reactionAdded",
  "comment.reaction_delete": "reactionDeleted",
} as const satisfies Record<WebhookTrigger, string>;

const known: ReadonlySet<string> = new Set(webhookTriggers);

export function isWebhookTrigger(name: string): name is WebhookTrigger {
  return known.has(name);
}

/** What happens to endpoints themselves: sent only to endpoints that name it, and never about themselves. */
export const endpointEvents = ["endpoint.failing", "endpoint.gone", "delivery.exhausted"] as const;

export type EndpointEvent = (typeof endpointEvents)[number];

/** What happens to removals: sent only to endpoints that name it. */
export const removalEvents = ["removal.complete"] as const;

/** All that an endpoint can name in `filterTypes`. */
export const webhookEvents = [...webhookTriggers, ...endpointEvents, ...removalEvents] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

const knownEvents: ReadonlySet<string> = new Set(webhookEvents);

export function isWebhookEvent(name: string): name is WebhookEvent {
  return knownEvents.has(name);
}
