import { webhookTriggersTopic } from "@parley/contracts/topics";
import { documentSubject, organizationSubject, userSubject } from "@parley/erasure";
import { type Event, event } from "@parley/messaging";
import type { ThreadChange } from "../changes/thread-change.ts";
import type { DocumentScope } from "../places/scope.ts";

/** The users who no longer take part in a thread, by its annotation id. */
export type Left = ReadonlyMap<string, readonly string[]>;

/**
 * The events about users who are no longer concerned: those whom a comment no longer tags, and those who have left a thread. Each user has an
 * event of their own, because the erasure of a user drops the events that name them, and others are to be notified.
 */
export function withdrawalEvents(scope: DocumentScope, changes: readonly ThreadChange[], left: Left): Event[] {
  const { apiKeyId, organizationId, documentId } = scope;
  const places = [organizationSubject(organizationId), documentSubject(documentId)];
  const of = (withdrawnUserId: string, rest: { trigger: string; annotationId: string; commentId?: string }) => {
    const message = { apiKeyId, organizationId, documentId, withdrawnUserId, ...rest };
    const subjects = [...places, userSubject(withdrawnUserId)];
    return event(webhookTriggersTopic, { apiKeyId, key: `${organizationId}/${documentId}`, subjects, message });
  };
  return [
    ...changes.flatMap(({ annotationId, commentId = "", untaggedIds = [] }) =>
      untaggedIds.map((userId) => of(userId, { trigger: "comment.untag", annotationId, commentId })),
    ),
    ...[...left].flatMap(([annotationId, userIds]) =>
      userIds.map((userId) => of(userId, { trigger: "comment_annotation.leave", annotationId })),
    ),
  ];
}
