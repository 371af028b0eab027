import { threadEnd } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import {
  type AnnotationJson,
  actionTypes,
  type CommentJson,
  jsonOrNull,
  readJson,
  type TriggerEvent,
  textOrNull,
  type UserJson,
} from "./trigger-event.ts";

/** The placeholder for the folder of the thread: no JSON contains this character. */
const folderMark = "\u0001";

/**
 * The body for the raw endpoint up to what is resolved at the first attempt: it lacks the folder of the thread and the names in `metadata`,
 * which comes last, and so the end. The thread is inserted without being parsed.
 */
export function rawDraft(webhookId: string, event: TriggerEvent, locationId: string | undefined): string {
  const { trigger, actorJson, targetCommentJson, oldStatusJson, newStatusJson, newPriorityJson, occurredAtMs, organizationId, documentId } =
    event;
  const texts = JSON.stringify({ webhookId, event: trigger, actionType: actionTypes[trigger], notificationSource: "comment" });
  const ids = { apiKey: event.apiKeyId, organizationId, documentId, clientOrganizationId: organizationId, clientDocumentId: documentId };
  return (
    `${texts.slice(0, -1)},"actionUser":${jsonOrNull(actorJson)},"commentAnnotation":${threadOf(event)},` +
    `"targetComment":${jsonOrNull(targetCommentJson)},"oldStatus":${jsonOrNull(oldStatusJson)},"newStatus":${jsonOrNull(newStatusJson)},` +
    `"newPriority":${jsonOrNull(newPriorityJson)}${detailsOf(event)},"timestamp":${occurredAtMs},` +
    `"metadata":${JSON.stringify(ids).slice(0, -1)},"locationId":${textOrNull(locationId ?? "")}`
  );
}

export interface Names {
  readonly organizationName: string | null;
  readonly documentName: string | null;
  readonly folderId: string | null;
}

/** Completes the body from its draft. */
export function completeRaw(draft: string, sequence: number, { organizationName, documentName, folderId }: Names): string {
  const names = JSON.stringify({ organizationName, documentName, folderId });
  return `${draft.replace(folderMark, () => JSON.stringify(folderId))},${names.slice(1)},"sequence":${sequence}}`;
}

function threadOf({ annotationJson }: TriggerEvent): string {
  if (!annotationJson.endsWith(threadEnd)) return jsonOrNull(annotationJson);
  return `${annotationJson.slice(0, -threadEnd.length)}${threadEnd.replace("null", folderMark)}`;
}

// Only for events that have them.
function detailsOf(event: TriggerEvent): string {
  const { trigger, oldPriorityJson, oldAssigneeJson, newAssigneeJson, reaction, annotationIsPartial, commentCount } = event;
  const details: string[] = [];
  if (trigger === "comment_annotation.priority_change") details.push(`"oldPriority":${jsonOrNull(oldPriorityJson)}`);
  if (trigger === "comment_annotation.assign") {
    // Removing an assignment assigns nobody.
    details.push(`"assigned":${newAssigneeJson !== ""}`);
    details.push(`"oldAssignee":${jsonOrNull(oldAssigneeJson)}`, `"newAssignee":${jsonOrNull(newAssigneeJson)}`);
  }
  if (reaction !== "") details.push(`"reaction":${JSON.stringify(reaction)}`);
  // The thread was too large to be sent whole: the total number of its comments.
  if (annotationIsPartial) details.push(`"isCommentAnnotationPartial":true`, `"commentCount":${commentCount}`);
  return details.map((detail) => `,${detail}`).join("");
}

/** A user who may have to be notified. */
export interface Contact {
  readonly user: UserJson;
  /** Whether the event concerns the user directly: a config of MINE lets it through. */
  readonly isDirected: boolean;
}

/** The body for the processed endpoint before the contacts' notification configs are known. */
export interface ProcessedDraft {
  readonly body: Readonly<Record<string, unknown>>;
  readonly tagged: readonly Contact[];
  readonly updated: readonly Contact[];
}

/** The users to notify: never the user who acted, and nobody twice. */
export function processedDraft(webhookId: string, event: TriggerEvent, annotation: AnnotationJson | undefined): ProcessedDraft {
  const { trigger, organizationId, documentId, annotationId, newStatusJson } = event;
  const actor = readJson<UserJson>(event.actorJson) ?? null;
  const targetComment = readJson<CommentJson>(event.targetCommentJson) ?? null;
  const directed = new Set(directedUserIds(event, targetComment));
  const notified = new Set([actor?.userId]);
  const contacts = (users: readonly UserJson[] = []): Contact[] =>
    users.flatMap((user) => {
      if (notified.has(user.userId)) return [];
      notified.add(user.userId);
      return [{ user, isDirected: directed.has(user.userId) }];
    });
  return {
    tagged: contacts(isWritten(event) ? targetComment?.taggedUserContacts?.map(({ contact }) => contact) : []),
    updated: contacts(annotation?.involvedUsers),
    body: {
      webhookId,
      event: trigger,
      actionType: actionTypes[trigger],
      from: actor,
      commentText: targetComment?.commentText ?? "",
      commentTextFrom: targetComment?.from ?? null,
      documentId,
      organizationId,
      targetAnnotationId: annotationId,
      targetCommentId: targetComment?.commentId ?? null,
      targetComment,
      status: readJson<JsonObject>(newStatusJson) ?? annotation?.status ?? null,
      notificationSource: "comment",
      timestamp: Number(event.occurredAtMs),
    },
  };
}

/** The channels on which a contact may be notified. */
export interface Ways {
  readonly inbox: boolean;
  readonly email: boolean;
}

/** Completes the body from its draft. A contact without an open channel is left out; the others carry theirs. */
export function completeProcessed({ body, tagged, updated }: ProcessedDraft, sequence: number, waysOf: (contact: Contact) => Ways): string {
  const notified = (contacts: readonly Contact[]) =>
    contacts.flatMap((contact) => {
      const notify = waysOf(contact);
      return notify.inbox || notify.email ? [{ ...contact.user, notify }] : [];
    });
  return JSON.stringify({ ...body, toContactsTagged: notified(tagged), toContactsUpdated: notified(updated), sequence });
}

function directedUserIds({ trigger, newAssigneeJson }: TriggerEvent, comment: CommentJson | null): string[] {
  const tagged = comment?.taggedUserContacts?.map(({ userId }) => userId) ?? [];
  const assignee = trigger === "comment_annotation.assign" ? readJson<UserJson>(newAssigneeJson) : undefined;
  const author = trigger.startsWith("comment.reaction_") ? comment?.from : undefined;
  return [...tagged, ...[assignee, author].flatMap((user) => (user === undefined || user === null ? [] : [user.userId]))];
}

// Only the author of a comment addresses the users tagged in it.
function isWritten({ trigger }: TriggerEvent): boolean {
  return trigger === "comment_annotation.add" || trigger === "comment.add" || trigger === "comment.update";
}
