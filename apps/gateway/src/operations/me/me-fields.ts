import type { Change, CommentAnnotation, User } from "@parley/contracts/activity";
import type { Json, JsonObject } from "@parley/kernel";
import * as z from "zod";
import type { Credential } from "../../credentials/credential.ts";
import { metadata } from "../activity/activity-fields.ts";
import { toExtraJson } from "../activity/activity-user.ts";
import { attachments } from "../activity/comment-fields.ts";
import { id, longText, name } from "../fields.ts";

/** Another person in a user's request: named by the id alone, so that no page says where mails about it go. */
export const person = () => z.strictObject({ userId: id() }).meta({ title: "PersonInput" });

export function toPerson({ userId }: z.output<ReturnType<typeof person>>) {
  return { userId, metadata: {} };
}

const tagged = () => z.strictObject({ userId: id(), text: name().optional() }).meta({ title: "TaggedPersonInput" });

/** What a comment says; it has at least one of `commentText`, `commentHtml` and `attachments`. */
export const ownContent = () => ({
  commentText: longText().optional(),
  commentHtml: longText().optional(),
  taggedUserContacts: z.array(tagged()).max(100).optional(),
  attachments: attachments().optional(),
  metadata: metadata(),
});

/** A comment that a user adds. */
export const ownComment = () => z.strictObject({ commentId: id().optional(), ...ownContent() }).meta({ title: "OwnCommentInput" });

/** Who acts and where, as the RPCs that act for a user take it: by the id alone, which is shown as what is stored of the user. */
export function acting(
  { organizationId, documentId }: { readonly organizationId: string; readonly documentId: string },
  { apiKeyId, userId }: Credential<"user">,
) {
  return { apiKeyId, organizationId, documentId, actingUser: { userId }, onlyOwn: true };
}

/** A person as a page may see another: by name and picture, and not by address or by what else the customer keeps of them. */
function shownPerson(user: User): User {
  if (user.email === "" && user.extraJson === "") return user;
  const { photoUrl } = user.extraJson === "" ? {} : (JSON.parse(user.extraJson) as JsonObject);
  return { ...user, email: "", extraJson: toExtraJson(typeof photoUrl === "string" ? { photoUrl } : {}) };
}

/** A thread with the people in it as a page may see them. */
export function shownThread(thread: CommentAnnotation): CommentAnnotation {
  return {
    ...thread,
    ...(thread.assignee === undefined ? {} : { assignee: shownPerson(thread.assignee) }),
    involvedUsers: thread.involvedUsers.map(shownPerson),
    mentionedUsers: thread.mentionedUsers.map(shownPerson),
    comments: thread.comments.map((comment) => ({
      ...comment,
      ...(comment.author === undefined ? {} : { author: shownPerson(comment.author) }),
      taggedUsers: comment.taggedUsers.map(shownPerson),
      reactions: comment.reactions.map((reaction) =>
        reaction.user === undefined ? reaction : { ...reaction, user: shownPerson(reaction.user) },
      ),
    })),
  };
}

/** A change with the people in it as a page may see them. */
export function shownChange(change: Change): Change {
  return {
    ...change,
    ...(change.actionUser === undefined ? {} : { actionUser: shownPerson(change.actionUser) }),
    ...(change.thread === undefined ? {} : { thread: shownThread(change.thread) }),
    changesJson: change.changesJson.includes('"assignee"') ? withShownAssignee(change.changesJson) : change.changesJson,
  };
}

function withShownAssignee(changesJson: string): string {
  const changes = JSON.parse(changesJson) as JsonObject;
  const { assignee } = changes;
  if (!isObject(assignee)) return changesJson;
  return JSON.stringify({ ...changes, assignee: Object.fromEntries(Object.entries(assignee).map(([at, who]) => [at, shownInLog(who)])) });
}

function shownInLog(who: Json | undefined): Json {
  if (!isObject(who)) return null;
  const shown = Object.entries(who).filter(([key, value]) => ["userId", "name", "photoUrl"].includes(key) && typeof value === "string");
  return Object.fromEntries(shown);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
