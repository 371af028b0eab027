import type { Change, CommentAnnotation, User } from "@parley/contracts/activity";
import type { Json, JsonObject } from "@parley/kernel";
import * as z from "zod";
import type { Credential } from "../../credentials/credential.ts";
import { metadata } from "../activity/activity-fields.ts";
import { toExtraJson } from "../activity/activity-user.ts";
import { attachments } from "../activity/comment-fields.ts";
import { commentDetails } from "../activity/detail-fields.ts";
import { id, longText, name, numericId } from "../fields.ts";
import { texts } from "../texts.ts";

/** Another person in a user's request. A request gives only the id, so a page cannot choose the address to which mails go. */
export const person = () => z.strictObject({ userId: id().meta(texts.userId) }).meta({ title: "PersonInput" });

export function toPerson({ userId }: z.output<ReturnType<typeof person>>) {
  return { userId, metadata: {} };
}

const tagged = () =>
  z
    .strictObject({
      userId: id().meta(texts.userId),
      text: name().optional().meta({ description: "The words that tag the user, such as `@Carol`." }),
    })
    .meta({ title: "TaggedPersonInput" });

/** The content of a comment; at least one of `commentText`, `commentHtml` and `attachments` is required. */
export const ownContent = () => ({
  commentText: longText().optional().meta({ description: "The comment as plain text." }),
  commentHtml: longText().optional().meta({
    description: "The comment as HTML, kept as given. Without `commentText`, its text is searched, and shown in mails and inboxes.",
  }),
  taggedUserContacts: z.array(tagged()).max(100).optional().meta({ description: "The users tagged in the text." }),
  attachments: attachments().optional().meta({
    description:
      "Descriptions of files that belong to the comment, without their content. Mails and inboxes show the names of those of a comment without text.",
  }),
  metadata: metadata(),
  ...commentDetails(),
});

/** A comment that a user adds. */
export const ownComment = () =>
  z.strictObject({ commentId: numericId().optional().meta(texts.commentId), ...ownContent() }).meta({ title: "OwnCommentInput" });

/** The acting user and the place, as the RPCs expect them. The id is enough, because the stored profile of the user is shown. */
export function acting(
  { organizationId, documentId }: { readonly organizationId: string; readonly documentId: string },
  { apiKeyId, userId }: Credential<"user">,
) {
  return { apiKeyId, organizationId, documentId, actingUser: { userId }, onlyOwn: true };
}

/** A person as other users see them: by name and picture, without the address or the customer's other fields. */
function shownPerson(user: User): User {
  if (user.email === "" && user.extraJson === "") return user;
  const { photoUrl } = user.extraJson === "" ? {} : (JSON.parse(user.extraJson) as JsonObject);
  return { ...user, email: "", extraJson: toExtraJson(typeof photoUrl === "string" ? { photoUrl } : {}) };
}

/** Returns the thread with its people as other users see them. */
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

/** Returns the change with its people as other users see them. */
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

const names = ["status", "priority", "assignedTo"] as const;

/** The first field of the threads in a request that only editors may set, even to null. */
export function editorsField(data: object): string | undefined {
  const { commentAnnotations = [], updatedData } = data as {
    readonly commentAnnotations?: readonly Fields[];
    readonly updatedData?: Fields;
  };
  const threads = [
    ...commentAnnotations.map((thread, index) => ({ thread, at: `commentAnnotations[${index}]` })),
    ...(updatedData === undefined ? [] : [{ thread: updatedData, at: "updatedData" }]),
  ];
  for (const { thread, at } of threads) {
    const name = names.find((each) => thread[each] !== undefined);
    if (name !== undefined) return `${at}.${name}`;
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;
