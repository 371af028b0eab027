import type { MessageInitShape } from "@bufbuild/protobuf";
import type { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { documentSubject, locationNameSubject, locationSubject, organizationSubject, userSubject } from "@parley/erasure";
import type { Json } from "@parley/kernel";
import { type Event, event } from "@parley/messaging";
import type { ThreadChange } from "../changes/thread-change.ts";
import { storedUser } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { type EventComment, fitThread } from "./fit-thread.ts";
import type { ThreadJson, WholeThread } from "./thread-json.ts";

// Tags, lengths and numbers of a message.
const overheadBytes = 256;

/** The event about a change, with the thread as it is after it, in at most so many bytes with its subjects. */
export function triggerEvent(
  scope: DocumentScope,
  change: ThreadChange,
  thread: WholeThread,
  target: EventComment | undefined,
  maxBytes: number,
): Event {
  const { apiKeyId, organizationId, documentId } = scope;
  const { trigger, annotationId, commentId = "", reaction = "", taggedIds = [], actor } = change;
  const values = {
    ...{ apiKeyId, organizationId, documentId, annotationId, commentId, trigger, reaction },
    actorJson: actor === undefined ? "" : storedUser(actor),
    ...valuesOf(change),
  };
  const places = placesOf(scope, thread);
  const taken = [...Object.values(values), ...places, ...taggedIds].reduce((bytes, text) => bytes + Buffer.byteLength(text), overheadBytes);
  const named = [...(actor === undefined ? [] : [actor.userId]), ...assigneesOf(change), ...taggedIds];
  const { annotationJson, targetJson, userIds, isPartial } = fitThread(thread, target, named, maxBytes - taken);
  const message: MessageInitShape<typeof WebhookTriggeredSchema> = {
    ...values,
    newlyTaggedUserIds: [...taggedIds],
    occurredAtMs: BigInt(thread.updatedAtMs),
    annotationJson,
    targetCommentJson: targetJson,
    annotationIsPartial: isPartial,
    commentCount: thread.comments.length,
  };
  const subjects = [...places, ...[...userIds].map(userSubject)];
  return event(webhookTriggersTopic, { apiKeyId, key: `${organizationId}/${documentId}`, subjects, message });
}

function valuesOf({ trigger, changes = {}, labels }: ThreadChange) {
  const { status, priority, assignee } = changes;
  const statuses = trigger === "comment_annotation.status_change" ? labels : undefined;
  const priorities = trigger === "comment_annotation.priority_change" ? labels : undefined;
  return {
    oldStatusJson: jsonOf(statuses?.from),
    newStatusJson: jsonOf(statuses?.to),
    oldPriorityJson: jsonOf(priorities?.from),
    newPriorityJson: jsonOf(priorities?.to),
    oldStatus: textOf(status?.from),
    newStatus: textOf(status?.to),
    oldPriority: textOf(priority?.from),
    newPriority: textOf(priority?.to),
    oldAssigneeJson: jsonOf(assignee?.from),
    newAssigneeJson: jsonOf(assignee?.to),
  };
}

function placesOf({ organizationId, documentId }: DocumentScope, { location: { locationId, locationName } }: ThreadJson): string[] {
  return [
    organizationSubject(organizationId),
    documentSubject(documentId),
    ...(locationId === null ? [] : [locationSubject(locationId)]),
    ...(locationName === null ? [] : [locationNameSubject(locationName)]),
  ];
}

function assigneesOf({ changes = {} }: ThreadChange): string[] {
  const users = [changes.assignee?.from, changes.assignee?.to] as ({ userId: string } | null | undefined)[];
  return users.flatMap((user) => (user ? [user.userId] : []));
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function jsonOf(value: object | Json | undefined): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
