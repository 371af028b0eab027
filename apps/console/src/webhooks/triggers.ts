import { webhookTriggers } from "@parley/sdk";

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
  "comment.reaction_delete": "A reaction is taken back",
} as const satisfies Record<Trigger, string>;

export function isTrigger(word: string | null | undefined): word is Trigger {
  return (webhookTriggers as readonly (string | null | undefined)[]).includes(word);
}
