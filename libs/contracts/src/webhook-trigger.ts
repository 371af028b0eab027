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

const known: ReadonlySet<string> = new Set(webhookTriggers);

export function isWebhookTrigger(name: string): name is WebhookTrigger {
  return known.has(name);
}
