import { contactMessages, type UserInit, userMessage } from "../people/user.ts";
import { locationPart } from "../places/location.ts";
import { attachmentMessages } from "./comment-content.ts";
import type { AnnotationRow } from "./reading/annotation-pages.store.ts";
import type { CommentRow, ReactionRow } from "./reading/comment-rows.store.ts";
import { priorityLabel, statusLabel } from "./reading/labels.ts";

/** The message of an annotation with its thread, without its organization. */
export function annotationMessage(row: AnnotationRow, comments: readonly CommentRow[], reactions: readonly ReactionRow[]) {
  const { documentId, annotationId, type, assignee, metadata } = row;
  const reactionsOf = Map.groupBy(reactions, ({ commentId }) => commentId);
  const messages = comments.map((comment) => commentMessage(comment, reactionsOf.get(comment.commentId) ?? []));
  const assigned = assignee === null ? undefined : userMessage(assignee);
  return {
    documentId,
    annotationId,
    ...labelFields(row),
    ...(type === null ? {} : { type }),
    ...locationPart(row),
    ...(assigned === undefined ? {} : { assignee: assigned }),
    involvedUsers: eachOnce([
      ...messages.flatMap(({ author, taggedUsers }) => [author, ...taggedUsers]),
      ...(assigned === undefined ? [] : [assigned]),
    ]),
    mentionedUsers: eachOnce(messages.flatMap(({ taggedUsers }) => taggedUsers)),
    metadataJson: metadata,
    comments: messages,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
}

function labelFields(row: AnnotationRow) {
  const status = statusLabel(row);
  const priority = priorityLabel(row);
  return {
    status: status.id,
    statusName: status.name,
    statusType: status.type,
    ...(priority === null ? {} : { priority: priority.id, priorityName: priority.name, priorityType: priority.type ?? "" }),
  };
}

function commentMessage(row: CommentRow, reactions: readonly ReactionRow[]) {
  return {
    commentId: row.commentId,
    author: userMessage(row.author),
    text: row.commentText,
    html: row.html,
    taggedUsers: contactMessages(row.taggedUsers),
    attachments: attachmentMessages(row.attachments),
    metadataJson: row.metadata,
    reactions: reactions.map(({ reaction, reactingUser, createdAtMs }) => ({
      reaction,
      user: userMessage(reactingUser),
      createdAtMs: BigInt(createdAtMs),
    })),
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
    ...(row.editedAtMs === null ? {} : { editedAtMs: BigInt(row.editedAtMs) }),
  };
}

// A user may have been described differently over time; the first description counts.
function eachOnce(users: readonly UserInit[]): UserInit[] {
  const known = new Map<string, UserInit>();
  for (const { taggedAs: _text, ...user } of users) if (!known.has(user.userId)) known.set(user.userId, user);
  return [...known.values()];
}
