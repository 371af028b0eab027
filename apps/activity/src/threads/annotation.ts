import { contactMessages, type UserInit, userMessage } from "../people/user.ts";
import { locationPart } from "../places/location.ts";
import { attachmentMessages } from "./comment-content.ts";
import type { AnnotationRow } from "./reading/annotation-paths.store.ts";
import type { CommentRow, ReactionRow } from "./reading/comment-rows.store.ts";
import { type PriorityLabel, priorityLabel, statusLabel } from "./reading/labels.ts";

/** The message of an annotation with its thread, without its organization. */
export function annotationMessage(row: AnnotationRow, comments: readonly CommentRow[], reactions: readonly ReactionRow[]) {
  const { documentId, annotationId, type, assignee, metadata, details } = row;
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
    detailsJson: details,
    statusUserId: row.statusUserId ?? "",
    comments: messages,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
}

function labelFields(row: AnnotationRow) {
  const { id: status, name: statusName, type: statusType, ...statusExtra } = statusLabel(row);
  const priority = priorityLabel(row);
  return {
    status,
    statusName,
    statusType,
    statusExtraJson: JSON.stringify(statusExtra),
    ...(priority === null ? {} : priorityFields(priority)),
  };
}

function priorityFields({ id: priority, name: priorityName, type = "", ...extra }: PriorityLabel) {
  return { priority, priorityName, priorityType: String(type), priorityExtraJson: JSON.stringify(extra) };
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
    detailsJson: row.details,
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
