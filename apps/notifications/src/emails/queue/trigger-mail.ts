import {
  type AnnotationJson,
  type CommentJson,
  readJson,
  textOf,
  type UserJson,
  type WebhookTriggered,
} from "../../triggers/trigger-event.ts";

/** The mail about an event. */
interface TriggerMail {
  readonly actorId: string;
  readonly actorName: string;
  readonly text: string;
  /** The recipients, each once. The user who caused the event is not among them. */
  readonly recipients: readonly { readonly userId: string; readonly kind: "tag" | "comment" | "assign"; readonly isDirected: boolean }[];
}

const readers: Readonly<Record<string, (event: WebhookTriggered) => TriggerMail | undefined>> = {
  "comment_annotation.add": newComment,
  "comment.add": newComment,
  "comment.update": newTags,
  "comment_annotation.assign": assignment,
};

/**
 * The mail that an event causes. Its recipients are the users that a comment tags, initially or by a later change, the new assignee of the
 * thread and, for a comment, the other users involved in the thread. Undefined without recipients.
 */
export function mailOf(event: WebhookTriggered): TriggerMail | undefined {
  const mail = readers[event.trigger]?.(event);
  return mail === undefined || mail.recipients.length === 0 ? undefined : mail;
}

function newComment(event: WebhookTriggered): TriggerMail | undefined {
  const comment = readJson<CommentJson>(event.targetCommentJson);
  const thread = readJson<AnnotationJson & { assignedTo?: UserJson | null }>(event.annotationJson);
  const author = comment?.from ?? readJson<UserJson>(event.actorJson);
  // Neither the author of a comment nor the user who wrote it in the author's name gets a mail about it.
  const recipients = recipientList([author?.userId, readJson<UserJson>(event.actorJson)?.userId]);
  recipients.add(comment?.taggedUserContacts ?? [], "tag", true);
  if (event.trigger === "comment_annotation.add" && thread?.assignedTo) recipients.add([thread.assignedTo], "assign", true);
  recipients.add(thread?.involvedUsers ?? [], "comment", false);
  return { ...personOf(author), text: textOf(comment), recipients: recipients.list };
}

// Users whom the comment tagged before have had their mail.
function newTags(event: WebhookTriggered): TriggerMail {
  const comment = readJson<CommentJson>(event.targetCommentJson);
  const actor = readJson<UserJson>(event.actorJson);
  const recipients = recipientList([comment?.from?.userId, actor?.userId]);
  const users = event.newlyTaggedUserIds.map((userId) => ({ userId }));
  recipients.add(users, "tag", true);
  return { ...personOf(comment?.from ?? actor), text: textOf(comment), recipients: recipients.list };
}

// The mail has no text: the thread's first comment may be another user's, and an erasure of that user would not find it here.
function assignment(event: WebhookTriggered): TriggerMail | undefined {
  const actor = readJson<UserJson>(event.actorJson);
  const assignee = readJson<UserJson>(event.newAssigneeJson);
  if (assignee === undefined) return undefined;
  const recipients = recipientList([actor?.userId]);
  recipients.add([assignee], "assign", true);
  return { ...personOf(actor), text: "", recipients: recipients.list };
}

function recipientList(except: readonly (string | undefined)[]) {
  const seen = new Set(except);
  const list: TriggerMail["recipients"][number][] = [];
  const add = (users: readonly { readonly userId: string }[], kind: TriggerMail["recipients"][number]["kind"], isDirected: boolean) => {
    for (const { userId } of users) {
      if (seen.has(userId)) continue;
      seen.add(userId);
      list.push({ userId, kind, isDirected });
    }
  };
  return { list, add };
}

function personOf(user: UserJson | undefined) {
  const name = user?.name;
  return { actorId: user?.userId ?? "", actorName: typeof name === "string" ? name : "" };
}
