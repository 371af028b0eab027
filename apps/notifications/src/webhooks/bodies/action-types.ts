import type { WebhookTrigger } from "@parley/contracts/workspace";

/** The word for each trigger in the field `actionType` (decisions, section 6). */
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
