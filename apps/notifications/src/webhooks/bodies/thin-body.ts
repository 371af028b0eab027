import { actionTypes, type WebhookTrigger } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";
import type { ParsedEvent } from "../../triggers/trigger-event.ts";

// What changed, by its name in the thread.
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
 * The body for those who must not hold content: ids, and the names of the fields that changed. Nothing that a person wrote or is called; a
 * user is an id that has no user object around it, which would be described by what is stored of the user.
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
