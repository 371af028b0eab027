import { create } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { WebhookTrigger } from "@parley/contracts/workspace";
import type { TriggerEvent } from "../../triggers/trigger-event.ts";

const statuses = {
  open: { id: "OPEN", name: "OPEN", type: "default", color: "#625df5" },
  resolved: { id: "RESOLVED", name: "RESOLVED", type: "terminal", color: "#0dcf82" },
} as const;
const high = { id: "HIGH", name: "HIGH", color: "#8f8f8f" } as const;

/** A sample event in the form of a real one. */
export function testEvent(apiKeyId: string, trigger: WebhookTrigger, nowMs: number): TriggerEvent {
  const user = { userId: "test-user", name: "Test User", email: "test-user@example.com" };
  const tagged = { userId: "test-contact", name: "Test Contact", email: "test-contact@example.com" };
  const comment = {
    commentId: "test-comment",
    from: user,
    commentText: "This is a test event.",
    commentHtml: "",
    taggedUserContacts: [{ userId: tagged.userId, text: "@Test Contact", contact: tagged }],
    attachments: [],
    metadata: {},
    reactionAnnotations: [],
    reactionAnnotationIds: [],
    type: "text",
    status: "added",
    recorders: [],
    customList: [],
    toOrganizationUserGroup: [],
    createdAt: nowMs,
    lastUpdated: nowMs,
    editedAt: null,
  };
  const places = { organizationId: "test-organization", documentId: "test-document" };
  const annotation = {
    ...places,
    annotationId: "test-annotation",
    status: trigger === "comment_annotation.status_change" ? statuses.resolved : statuses.open,
    ...(trigger === "comment_annotation.priority_change" ? { priority: high } : {}),
    location: null,
    from: user,
    ...(trigger === "comment_annotation.assign" ? { assignedTo: tagged } : {}),
    involvedUsers: [user, tagged],
    mentionedUsers: [tagged],
    comments: [comment],
    createdAt: nowMs,
    lastUpdated: nowMs,
    metadata: { apiKey: apiKeyId, ...places },
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
      return { oldStatusJson: JSON.stringify(statuses.open), newStatusJson: JSON.stringify(statuses.resolved) };
    case "comment_annotation.priority_change":
      return { newPriorityJson: JSON.stringify(high) };
    case "comment_annotation.assign":
      return { newAssigneeJson: assignee };
    case "comment.reaction_add":
    case "comment.reaction_delete":
      return { targetCommentJson: comment, reaction: "👍", commentId: "test-comment" };
    default:
      return { targetCommentJson: comment, commentId: "test-comment" };
  }
}
