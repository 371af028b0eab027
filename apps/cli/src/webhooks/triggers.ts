import type { WebhooksTestRequest } from "@parley/sdk";

/** The nine things that happen. */
export const triggers = [
  "comment_annotation.add",
  "comment.add",
  "comment.update",
  "comment.delete",
  "comment_annotation.status_change",
  "comment_annotation.assign",
  "comment_annotation.priority_change",
  "comment.reaction_add",
  "comment.reaction_delete",
] as const satisfies readonly WebhooksTestRequest["trigger"][];
