// Made by `npm run generate` from the list of operations.

/** The nine events. */
export const webhookTriggers = [
  "comment_annotation.add",
  "comment.add",
  "comment.update",
  "comment.delete",
  "comment_annotation.status_change",
  "comment_annotation.assign",
  "comment_annotation.priority_change",
  "comment.reaction_add",
  "comment.reaction_delete"
] as const;

/** The action of each trigger. */
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
