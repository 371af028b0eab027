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

/** The value of `actionType` in the body of each event. */
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

/**
 * Events about an endpoint itself. They are sent only to endpoints that list them in `filterTypes`, and never to the endpoint that they are
 * about.
 */
export const endpointEvents = ["endpoint.failing", "endpoint.gone", "delivery.exhausted"] as const;

export type EndpointEvent = (typeof endpointEvents)[number];

/** Events about removals, sent only to endpoints that list them in `filterTypes`. */
export const removalEvents = ["removal.complete"] as const;

/** Every event that an endpoint can list in `filterTypes`. */
export const webhookEvents = [...webhookTriggers, ...endpointEvents, ...removalEvents] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

const knownEvents: ReadonlySet<string> = new Set(webhookEvents);

export function isWebhookEvent(name: string): name is WebhookEvent {
  return knownEvents.has(name);
}
