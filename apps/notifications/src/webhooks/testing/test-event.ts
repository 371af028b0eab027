import { create } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { WebhookTrigger } from "@parley/contracts/workspace";
import type { TriggerEvent } from "../bodies/trigger-event.ts";

/** An event that never happened, in the form of one that did. */
export function testEvent(apiKeyId: string, trigger: WebhookTrigger, nowMs: number): TriggerEvent {
  const user = { userId: "test-user", name: "Test User", email: "test-user@example.com" };
  const tagged = { userId: "test-contact", name: "Test Contact", email: "test-contact@example.com" };
  const comment = {
    commentId: "test-comment",
    author: user,
    text: "This is a test event.",
    html: "",
    taggedUsers: [tagged],
    attachments: [],
    metadata: {},
    reactions: [],
    createdAt: nowMs,
    updatedAt: nowMs,
    editedAt: null,
  };
  const places = { organizationId: "test-organization", documentId: "test-document" };
  const annotation = {
    ...places,
    annotationId: "test-annotation",
    status: "OPEN",
    priority: null,
    type: null,
    location: null,
    assignee: null,
    involvedUsers: [user, tagged],
    mentionedUsers: [tagged],
    metadata: {},
    comments: [comment],
    createdAt: nowMs,
    updatedAt: nowMs,
  };
  const message = create(webhookTriggersTopic.message, {
    apiKeyId,
    ...places,
    annotationId: annotation.annotationId,
    trigger,
    occurredAtMs: BigInt(nowMs),
    actorJson: JSON.stringify(user),
    annotationJson: JSON.stringify(annotation),
    commentCount: 1,
    ...detailsOf(trigger, JSON.stringify(comment), JSON.stringify(tagged)),
  });
  return { ...message, trigger };
}

function detailsOf(trigger: WebhookTrigger, comment: string, assignee: string) {
  switch (trigger) {
    case "comment_annotation.status_change":
      return { oldStatus: "OPEN", newStatus: "RESOLVED" };
    case "comment_annotation.priority_change":
      return { newPriority: "HIGH" };
    case "comment_annotation.assign":
      return { newAssigneeJson: assignee };
    case "comment.reaction_add":
    case "comment.reaction_delete":
      return { targetCommentJson: comment, reaction: "👍", commentId: "test-comment" };
    default:
      return { targetCommentJson: comment, commentId: "test-comment" };
  }
}
