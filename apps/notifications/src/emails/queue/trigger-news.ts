import {
  type AnnotationJson,
  type CommentJson,
  readJson,
  type UserJson,
  type WebhookTriggered,
} from "../../webhooks/bodies/trigger-event.ts";

/** What an event tells whom. */
interface News {
  readonly actorId: string;
  readonly actorName: string;
  readonly text: string;
  /** Each user once, and never who did it. */
  readonly told: readonly { readonly userId: string; readonly kind: "tag" | "comment" | "assign"; readonly isDirected: boolean }[];
}

const readers: Readonly<Record<string, (event: WebhookTriggered) => News | undefined>> = {
  "comment_annotation.add": newComment,
  "comment.add": newComment,
  "comment.update": newTags,
  "comment_annotation.assign": assignment,
};

/**
 * Whom an event has to be told by mail: those whom a comment tags, at once or by a later change, who becomes responsible for the thread, and on a comment the others who take
 * part. Undefined when it is nobody.
 */
export function newsOf(event: WebhookTriggered): News | undefined {
  const news = readers[event.trigger]?.(event);
  return news === undefined || news.told.length === 0 ? undefined : news;
}

function newComment(event: WebhookTriggered): News | undefined {
  const comment = readJson<CommentJson>(event.targetCommentJson);
  const thread = readJson<AnnotationJson & { assignedTo?: UserJson | null }>(event.annotationJson);
  const author = comment?.from ?? readJson<UserJson>(event.actorJson);
  // A comment is never told to who wrote it, nor to who wrote it in somebody's name.
  const told = tellers([author?.userId, readJson<UserJson>(event.actorJson)?.userId]);
  told.add(comment?.taggedUserContacts ?? [], "tag", true);
  if (event.trigger === "comment_annotation.add" && thread?.assignedTo) told.add([thread.assignedTo], "assign", true);
  told.add(thread?.involvedUsers ?? [], "comment", false);
  return { ...personOf(author), text: comment?.commentText ?? "", told: told.list };
}

// Whom the comment tagged before has been told of it.
function newTags(event: WebhookTriggered): News {
  const comment = readJson<CommentJson>(event.targetCommentJson);
  const actor = readJson<UserJson>(event.actorJson);
  const told = tellers([comment?.from?.userId, actor?.userId]);
  const users = event.newlyTaggedUserIds.map((userId) => ({ userId }));
  told.add(users, "tag", true);
  return { ...personOf(comment?.from ?? actor), text: comment?.commentText ?? "", told: told.list };
}

// Without a text: the thread's first comment is somebody else's, whose removal would not find it here.
function assignment(event: WebhookTriggered): News | undefined {
  const actor = readJson<UserJson>(event.actorJson);
  const assignee = readJson<UserJson>(event.newAssigneeJson);
  if (assignee === undefined) return undefined;
  const told = tellers([actor?.userId]);
  told.add([assignee], "assign", true);
  return { ...personOf(actor), text: "", told: told.list };
}

function tellers(except: readonly (string | undefined)[]) {
  const seen = new Set(except);
  const list: News["told"][number][] = [];
  const add = (users: readonly { readonly userId: string }[], kind: News["told"][number]["kind"], isDirected: boolean) => {
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
