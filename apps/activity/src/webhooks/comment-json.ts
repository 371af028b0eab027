import type { CommentRow } from "../threads/reading/comment-rows.store.ts";
import type { ReactionRow } from "../threads/reading/reaction-rows.store.ts";
import { reactionsJson } from "../threads/reading/reactions-json.ts";

/** A comment as customers read it, and the users whom it names. */
export interface CommentJson {
  readonly json: string;
  readonly userIds: readonly string[];
}

const longestCutText = 2_000;

/** The comment as `/v2/commentannotations/get` shows it. Stored JSON is put in its place without being read. */
export function commentJson(row: CommentRow, reactions: readonly ReactionRow[]): CommentJson {
  const { html, taggedUsers, attachments, metadata } = row;
  return {
    json: jsonOf(row, { text: row.commentText, html, taggedUsers, attachments, metadata, reactions: reactionsJson(reactions) }),
    userIds: [row.authorId, ...row.taggedIds, ...reactions.map(({ userId }) => userId)],
  };
}

/** The same of a comment that is too large to be told of: its author, its text, the ids of the tagged users, and nothing else. */
export function bareCommentJson(row: CommentRow, isTextCut: boolean): CommentJson {
  // A cut may fall between the halves of one character.
  const text = isTextCut ? row.commentText.slice(0, longestCutText).toWellFormed() : row.commentText;
  const taggedUsers = JSON.stringify(row.taggedIds.map((userId) => ({ userId, text: "", contact: { userId } })));
  return {
    json: jsonOf(row, { text, html: "", taggedUsers, attachments: "[]", metadata: "{}", reactions: "[]" }),
    userIds: [row.authorId, ...row.taggedIds],
  };
}

interface Content {
  readonly text: string;
  readonly html: string;
  readonly taggedUsers: string;
  readonly attachments: string;
  readonly metadata: string;
  readonly reactions: string;
}

function jsonOf({ commentId, author, createdAtMs, updatedAtMs, editedAtMs }: CommentRow, content: Content): string {
  const { text, html, taggedUsers, attachments, metadata, reactions } = content;
  return (
    `{"commentId":${JSON.stringify(commentId)},"from":${author},"commentText":${JSON.stringify(text)},"commentHtml":${JSON.stringify(html)},` +
    `"taggedUserContacts":${taggedUsers},"attachments":${attachments},"metadata":${metadata},"reactionAnnotations":${reactions},` +
    `"createdAt":${createdAtMs},"lastUpdated":${updatedAtMs},"editedAt":${editedAtMs}}`
  );
}
