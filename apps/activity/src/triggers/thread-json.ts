import { commentText } from "@parley/kernel";
import type { StoredContact } from "../people/user.ts";
import type { LocationColumns } from "../places/location.ts";
import type { OrganizationScope } from "../places/scope.ts";
import type { AnnotationRow } from "../threads/reading/annotation-paths.store.ts";
import type { CommentRow, ReactionRow } from "../threads/reading/comment-rows.store.ts";
import { priorityLabel, statusLabel, statusUsers } from "../threads/reading/labels.ts";
import { noReactions, reactionsJson } from "../threads/reading/reactions-json.ts";

/** A comment of a thread as a row and as JSON. */
export interface ThreadComment extends CommentJson {
  readonly row: CommentRow;
}

/** A thread as customers read it, in parts, so that it can be truncated to a number of bytes. */
export interface ThreadJson {
  readonly annotationId: string;
  readonly updatedAtMs: number;
  readonly location: LocationColumns;
  readonly assigneeId: string | null;
  readonly assignedAtMs: number;
  /** The author of the first comment; null when there is none. */
  readonly fromId: string | null;
  /** Keys and values before the users. */
  readonly head: string;
  /** Users as JSON by id, without duplicates. */
  readonly involvedUsers: ReadonlyMap<string, string>;
  readonly mentionedUsers: ReadonlyMap<string, string>;
  readonly metadata: string;
  /** Keys and values of what a page needs to show the thread. */
  readonly details: string;
  readonly comments: readonly ThreadComment[];
  /** Keys and values between the comments and the metadata. */
  readonly times: string;
  /** Keys and values of the metadata that are not the customer's. */
  readonly places: string;
}

/** A thread with all its parts composed. */
export interface WholeThread extends ThreadJson {
  readonly whole: CommentJson;
}

/** The parts of a thread that an event includes. */
type ThreadParts = Pick<ThreadJson, "metadata" | "details"> & {
  readonly involvedUsers: Iterable<string>;
  readonly mentionedUsers: Iterable<string>;
  readonly comments: readonly CommentJson[];
};

/** The thread composed from rows. */
export function threadJson(...rows: Parameters<typeof partsOf>): WholeThread {
  return wholeOf(partsOf(...rows));
}

/** The thread with its users, and without the contents of comments and the customer's metadata. */
export function withoutComments(thread: ThreadJson): WholeThread {
  return wholeOf({ ...thread, mentionedUsers: new Map(), metadata: "{}", details: "", comments: [] });
}

function wholeOf(thread: ThreadJson): WholeThread {
  const { involvedUsers, mentionedUsers, comments } = thread;
  const json = composed(thread, { ...thread, involvedUsers: involvedUsers.values(), mentionedUsers: mentionedUsers.values() });
  const userIds = new Set([...involvedUsers.keys(), ...comments.flatMap((comment) => comment.userIds)]);
  return { ...thread, whole: { json, userIds: [...userIds] } };
}

function partsOf(
  { apiKeyId, organizationId }: OrganizationScope,
  row: AnnotationRow,
  comments: readonly CommentRow[],
  reactions: readonly ReactionRow[],
): ThreadJson {
  const reactionsOf = Map.groupBy(reactions, ({ commentId }) => commentId);
  const { documentId, annotationId, type, locationId, assignee, assigneeId, assignedAtMs, metadata, createdAtMs, updatedAtMs } = row;
  const [firstComment] = comments;
  const priority = priorityLabel(row);
  const first = JSON.stringify({
    organizationId,
    documentId,
    annotationId,
    ...(type === null ? {} : { type }),
    status: statusLabel(row),
    ...(priority === null ? {} : { priority }),
    location: locationObject(row),
    ...(locationId === null ? {} : { locationId }),
    ...statusUsers(row),
  });
  return {
    annotationId,
    updatedAtMs,
    location: row,
    assigneeId,
    assignedAtMs,
    fromId: firstComment?.authorId ?? null,
    head: first.slice(0, -1) + member("from", firstComment?.author) + member("assignedTo", assignee),
    ...people(comments, assigneeId, assignee),
    metadata,
    details: withComma(row.details.slice(1, -1)),
    comments: comments.map((comment) => ({ ...commentJson(comment, reactionsOf.get(comment.commentId) ?? []), row: comment })),
    times: `"createdAt":${createdAtMs},"lastUpdated":${updatedAtMs}`,
    places: JSON.stringify({ apiKey: apiKeyId, organizationId, documentId }).slice(1, -1),
  };
}

/**
 * Composes parts of a thread in the shape of `/v2/commentannotations/get`. The id of its folder is unknown here and filled in by the sender
 * of webhooks.
 */
export function composed(
  { head, times, places }: ThreadJson,
  { involvedUsers, mentionedUsers, metadata, details, comments }: ThreadParts,
): string {
  return (
    // What the customer gave does not replace what is known.
    `{${details}${head.slice(1)},"involvedUsers":[${[...involvedUsers].join(",")}],"mentionedUsers":[${[...mentionedUsers].join(",")}],` +
    `"comments":[${comments.map(({ json }) => json).join(",")}],${times},` +
    `"metadata":{${withComma(metadata.slice(1, -1))}${places}}}`
  );
}

function withComma(members: string): string {
  return members.trim() === "" ? "" : `${members},`;
}

function member(name: string, json: string | null | undefined): string {
  return json === null || json === undefined ? "" : `,"${name}":${json}`;
}

// A user may have been described differently over time; the first description counts.
function people(comments: readonly CommentRow[], assigneeId: string | null, assignee: string | null) {
  const involvedUsers = new Map<string, string>();
  const mentionedUsers = new Map<string, string>();
  const add = (users: Map<string, string>, userId: string, user: string) => users.has(userId) || users.set(userId, user);
  for (const { authorId, author, taggedIds, taggedUsers } of comments) {
    add(involvedUsers, authorId, author);
    if (taggedIds.length === 0) continue;
    for (const { userId, contact } of JSON.parse(taggedUsers) as StoredContact[]) {
      for (const users of [involvedUsers, mentionedUsers]) add(users, userId, JSON.stringify(contact));
    }
  }
  if (assigneeId !== null && assignee !== null) add(involvedUsers, assigneeId, assignee);
  return { involvedUsers, mentionedUsers };
}

function locationObject({ locationId, locationName, locationExtra }: LocationColumns) {
  if (locationId === null && locationName === null && locationExtra === null) return null;
  return {
    ...(locationId === null ? {} : { id: locationId }),
    ...(locationName === null ? {} : { locationName }),
    ...(locationExtra === null ? {} : (JSON.parse(locationExtra) as object)),
  };
}

/** A comment as customers read it, and the users that it names. */
export interface CommentJson {
  readonly json: string;
  readonly userIds: readonly string[];
}

const longestCutText = 2_000;

/** The comment in the shape of `/v2/commentannotations/get`. Stored JSON is inserted without being parsed. */
export function commentJson(row: CommentRow, reactions: readonly ReactionRow[]): CommentJson {
  const { html, taggedUsers, attachments, metadata, details } = row;
  const reacted = reactionsJson(row, reactions);
  return {
    json: jsonOf(row, { text: row.commentText, html, taggedUsers, attachments, metadata, details, ...reacted }),
    userIds: [row.authorId, ...row.taggedIds, ...reactions.map(({ userId }) => userId)],
  };
}

/**
 * The short form of a comment that is too large for an event: its author, its text (that of its HTML if it has no other) and the ids of the
 * tagged users.
 */
export function bareCommentJson(row: CommentRow, isTextCut: boolean): CommentJson {
  // The cut may split a surrogate pair.
  const whole = commentText({ commentText: row.commentText, commentHtml: row.html });
  const text = isTextCut ? whole.slice(0, longestCutText).toWellFormed() : whole;
  const taggedUsers = JSON.stringify(row.taggedIds.map((userId) => ({ userId, text: "", contact: { userId } })));
  return {
    json: jsonOf(row, { text, html: "", taggedUsers, attachments: "[]", metadata: "{}", details: "{}", ...noReactions }),
    userIds: [row.authorId, ...row.taggedIds],
  };
}

interface Content {
  readonly text: string;
  readonly html: string;
  readonly taggedUsers: string;
  readonly attachments: string;
  readonly metadata: string;
  readonly details: string;
  readonly reactionAnnotations: string;
  readonly reactionAnnotationIds: string;
}

function jsonOf({ commentId, author, createdAtMs, updatedAtMs, editedAtMs }: CommentRow, content: Content): string {
  const { text, html, taggedUsers, attachments, metadata, details, reactionAnnotations, reactionAnnotationIds } = content;
  return (
    `{${withComma(details.slice(1, -1))}"commentId":${JSON.stringify(commentId)},"from":${author},"commentText":${JSON.stringify(text)},"commentHtml":${JSON.stringify(html)},` +
    `"taggedUserContacts":${taggedUsers},"attachments":${attachments},"metadata":${metadata},` +
    `"reactionAnnotations":${reactionAnnotations},"reactionAnnotationIds":${reactionAnnotationIds},` +
    `"type":"text","status":"${editedAtMs === null ? "added" : "updated"}","recorders":[],"customList":[],"toOrganizationUserGroup":[],` +
    `"createdAt":${createdAtMs},"lastUpdated":${updatedAtMs},"editedAt":${editedAtMs}}`
  );
}
