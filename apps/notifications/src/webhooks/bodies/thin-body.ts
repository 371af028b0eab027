import { actionTypes, type WebhookTrigger } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";
import type { ParsedEvent } from "../../triggers/trigger-event.ts";

// The changed fields, by their names in the thread.
const changedFields = {
  "comment_annotation.add": ["commentAnnotation"],
  "comment.add": ["comments"],
  "comment.update": ["comments"],
  "comment.delete": ["comments"],
  "comment_annotation.status_change": ["status"],
  "comment_annotation.assign": ["assignedTo"],
  "comment_annotation.priority_change": ["priority"],
  "comment.reaction_add": ["reactionAnnotations"],
  "comment.reaction_delete": ["reactionAnnotations"],
} as const satisfies Record<WebhookTrigger, readonly string[]>;

/**
 * The body for receivers that must not store content: ids, and the names of the changed fields, without any text or name that a person
 * wrote. A user is a bare id, because a user object would be filled with the stored profile.
 */
export function thinBody(webhookId: string, sequence: number, { message, actor }: ParsedEvent): JsonObject {
  const { apiKeyId, organizationId, documentId, annotationId, commentId, trigger, occurredAtMs } = message;
  return {
    webhookId,
    event: trigger,
    actionType: actionTypes[trigger],
    notificationSource: "comment",
    actionUserId: actor?.userId ?? null,
    organizationId,
    documentId,
    targetAnnotationId: annotationId,
    targetCommentId: commentId || null,
    changed: [...changedFields[trigger]],
    timestamp: Number(occurredAtMs),
    metadata: { apiKey: apiKeyId },
    sequence,
  };
}
