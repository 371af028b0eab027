import { actionTypes } from "@parley/contracts/workspace";
import type { Json, JsonObject } from "@parley/kernel";
import type { AnnotationJson, ParsedEvent, UserJson } from "../../triggers/trigger-event.ts";
import type { Payload } from "../config/delivery-endpoint.ts";
import { thinBody } from "./thin-body.ts";

/** The delivery of a body. */
interface Delivery {
  readonly payload: Payload;
  readonly webhookId: string;
  readonly sequence: number;
}

/** The directory's names for a document. */
export interface Names {
  readonly organizationName: string | null;
  readonly documentName: string | null;
  readonly folderId: string | null;
}

/** A user who may have to be notified. */
export interface Contact {
  readonly user: UserJson;
  /** Whether the event concerns the user directly: a config of MINE admits it. */
  readonly isDirected: boolean;
}

/** The channels on which a contact may be notified. */
export interface Ways {
  readonly inbox: boolean;
  readonly email: boolean;
}

/** A body before its external parts are known: the names of places, and the channels of contacts. */
interface OpenBody {
  readonly contacts: readonly Contact[];
  complete(names: Names, waysOf: (contact: Contact) => Ways): JsonObject;
}

/** The body of an event for an endpoint. */
export function bodyOf({ payload, webhookId, sequence }: Delivery, event: ParsedEvent): OpenBody {
  switch (payload) {
    case "raw":
      return { contacts: [], complete: (names) => rawBody(webhookId, sequence, event, names) };
    case "processed":
      return withContacts(processedParts(webhookId, event), sequence);
    case "thin":
      return { contacts: [], complete: () => thinBody(webhookId, sequence, event) };
  }
}

function rawBody(webhookId: string, sequence: number, event: ParsedEvent, names: Names): JsonObject {
  const { apiKeyId, organizationId, documentId, trigger, occurredAtMs } = event.message;
  const { actor, annotation, targetComment, oldStatus, newStatus, newPriority } = event;
  return {
    webhookId,
    event: trigger,
    actionType: actionTypes[trigger],
    notificationSource: "comment",
    ...known({ actionUser: actor }),
    commentAnnotation: annotation && threadOf(annotation, names.folderId),
    ...known({ targetComment, oldStatus, newStatus, newPriority }),
    ...detailsOf(event),
    timestamp: Number(occurredAtMs),
    metadata: {
      apiKey: apiKeyId,
      organizationId,
      documentId,
      clientOrganizationId: organizationId,
      clientDocumentId: documentId,
      ...known({ locationId: annotation?.location?.id || null, ...names }),
    },
    sequence,
  };
}

// Receivers may be typed by optional fields, which null is not.
function known(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

// The event has the people of the thread, whom a body names by their ids, and not the folder of its document.
function threadOf(
  { involvedUsers = [], mentionedUsers = [], comments, ...annotation }: AnnotationJson,
  folderId: string | null,
): JsonObject {
  const { metadata } = annotation;
  return {
    ...annotation,
    involvedUserIds: involvedUsers.map(({ userId }) => userId),
    mentionedUserIds: mentionedUsers.map(({ userId }) => userId),
    commentCategories: [],
    iam: {},
    comments: comments ?? [],
    ...(metadata === undefined || folderId === null ? {} : { metadata: { ...metadata, folderId } }),
  };
}

// Fields of events that have them.
function detailsOf({ message, oldPriority, oldAssignee, newAssignee }: ParsedEvent): JsonObject {
  const { trigger, reaction, annotationIsPartial, commentCount } = message;
  return {
    ...(trigger === "comment_annotation.priority_change" ? { oldPriority } : {}),
    // Removing an assignment is also an `assign` event, with `assigned` false.
    ...(trigger === "comment_annotation.assign" ? { assigned: newAssignee !== null, oldAssignee, newAssignee } : {}),
    ...(reaction === "" ? {} : { reaction }),
    // The thread was too large to be sent whole; this is its total number of comments.
    ...(annotationIsPartial ? { isCommentAnnotationPartial: true, commentCount } : {}),
  };
}

/** The body for the processed endpoint, and the users to notify, whose channels are not known yet. */
interface ProcessedParts {
  readonly body: JsonObject;
  readonly tagged: readonly Contact[];
  readonly updated: readonly Contact[];
}

/** Contacts without an open channel are left out; the others carry their channels. */
function withContacts({ body, tagged, updated }: ProcessedParts, sequence: number): OpenBody {
  return {
    contacts: [...tagged, ...updated],
    complete(_names, waysOf) {
      const notified = (contacts: readonly Contact[]): Json[] =>
        contacts.flatMap((contact) => {
          const notify = waysOf(contact);
          return notify.inbox || notify.email ? [{ ...contact.user, notify: { ...notify } }] : [];
        });
      return { ...body, toContactsTagged: notified(tagged), toContactsUpdated: notified(updated), sequence };
    },
  };
}

/** The users to notify: never the acting user, and each once. */
function processedParts(webhookId: string, event: ParsedEvent): ProcessedParts {
  const { message, actor, annotation, targetComment, newStatus } = event;
  const { trigger, organizationId, documentId, annotationId, occurredAtMs } = message;
  const directed = new Set(directedUserIds(event));
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
      status: newStatus ?? annotation?.status ?? null,
      notificationSource: "comment",
      timestamp: Number(occurredAtMs),
    },
  };
}

function directedUserIds({ message: { trigger }, targetComment, newAssignee }: ParsedEvent): string[] {
  const tagged = targetComment?.taggedUserContacts?.map(({ userId }) => userId) ?? [];
  const assignee = trigger === "comment_annotation.assign" ? newAssignee : null;
  const author = trigger.startsWith("comment.reaction_") ? targetComment?.from : null;
  return [...tagged, ...[assignee, author].flatMap((user) => user?.userId ?? [])];
}

// Only the author of a comment addresses the users tagged in it.
function isWritten({ message: { trigger } }: ParsedEvent): boolean {
  return trigger === "comment_annotation.add" || trigger === "comment.add" || trigger === "comment.update";
}
