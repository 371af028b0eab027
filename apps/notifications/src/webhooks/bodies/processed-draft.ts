import type { JsonObject } from "@parley/kernel";
import { actionTypes } from "./action-types.ts";
import { type AnnotationJson, type CommentJson, readJson, type TriggerEvent, type UserJson } from "./trigger-event.ts";

/** Someone who may have to be told. */
export interface Contact {
  readonly user: UserJson;
  /** Whether the event is about the user: what a config of MINE lets through. */
  readonly isDirected: boolean;
}

/** The body for the processed endpoint before the contacts' notification configs are known. */
export interface ProcessedDraft {
  readonly body: Readonly<Record<string, unknown>>;
  readonly tagged: readonly Contact[];
  readonly updated: readonly Contact[];
}

/** Who must be told what: nobody of what they did themselves, and nobody twice. */
export function processedDraft(webhookId: string, event: TriggerEvent, annotation: AnnotationJson | undefined): ProcessedDraft {
  const { trigger, organizationId, documentId, annotationId, newStatusJson } = event;
  const actor = readJson<UserJson>(event.actorJson) ?? null;
  const targetComment = readJson<CommentJson>(event.targetCommentJson) ?? null;
  const directed = new Set(directedUserIds(event, targetComment));
  const told = new Set([actor?.userId]);
  const contacts = (users: readonly UserJson[] = []): Contact[] =>
    users.flatMap((user) => {
      if (told.has(user.userId)) return [];
      told.add(user.userId);
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

/** Which ways of telling a contact are open. */
export interface Ways {
  readonly inbox: boolean;
  readonly email: boolean;
}

/** The body, made of its draft. A contact whom no way is open to is left out; the others carry theirs. */
export function completeProcessed({ body, tagged, updated }: ProcessedDraft, sequence: number, waysOf: (contact: Contact) => Ways): string {
  const told = (contacts: readonly Contact[]) =>
    contacts.flatMap((contact) => {
      const notify = waysOf(contact);
      return notify.inbox || notify.email ? [{ ...contact.user, notify }] : [];
    });
  return JSON.stringify({ ...body, toContactsTagged: told(tagged), toContactsUpdated: told(updated), sequence });
}

function directedUserIds({ trigger, newAssigneeJson }: TriggerEvent, comment: CommentJson | null): string[] {
  const tagged = comment?.taggedUserContacts?.map(({ userId }) => userId) ?? [];
  const assignee = trigger === "comment_annotation.assign" ? readJson<UserJson>(newAssigneeJson) : undefined;
  const author = trigger.startsWith("comment.reaction_") ? comment?.from : undefined;
  return [...tagged, ...[assignee, author].flatMap((user) => (user === undefined || user === null ? [] : [user.userId]))];
}

// Only who writes a comment speaks to those whom it tags.
function isWritten({ trigger }: TriggerEvent): boolean {
  return trigger === "comment_annotation.add" || trigger === "comment.add" || trigger === "comment.update";
}
