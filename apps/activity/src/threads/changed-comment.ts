import type { Attachment, User } from "@parley/contracts/activity";
import type { Changes } from "../activity-log/log-record.ts";
import type { Limits } from "../context.ts";
import { storedContacts, userIds } from "../people/user.ts";
import type { Outcome } from "../places/results.ts";
import { commentBytes, storedAttachments } from "./comment-content.ts";
import type { ChangedCommentColumns } from "./comments.store.ts";
import { mergeMetadata } from "./merge-metadata.ts";
import type { CommentRow } from "./reading/comment-rows.store.ts";

/** What to change in a comment; what is absent stays. */
export interface CommentEdit {
  readonly commentId: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly taggedUsers?: { readonly users: readonly User[] } | undefined;
  readonly attachments?: { readonly attachments: readonly Attachment[] } | undefined;
  /** Merged into the stored metadata. */
  readonly metadataJson: string;
}

export interface ChangedComment {
  readonly columns: ChangedCommentColumns;
  /** What the log tells of it. */
  readonly changes: Changes;
  readonly taggedChanged: boolean;
  /** The users whom it did not tag before. */
  readonly newlyTagged: readonly string[];
}

const noAttachments = storedAttachments([]);

/** The comment as it is to be stored, or why it is not: it would say nothing new or nothing at all, or its metadata would be too long. */
export function changedComment(row: CommentRow, edit: CommentEdit, { metadataBytes }: Limits): ChangedComment | Outcome {
  const metadata = mergeMetadata(row.metadata, edit.metadataJson, metadataBytes);
  if (metadata === undefined) return "metadata_too_long";
  const content = {
    comment_text: edit.text ?? row.commentText,
    html: edit.html ?? row.html,
    tagged_ids: edit.taggedUsers === undefined ? row.taggedIds : userIds(edit.taggedUsers.users),
    tagged_users: edit.taggedUsers === undefined ? row.taggedUsers : storedContacts(edit.taggedUsers.users),
    attachments: edit.attachments === undefined ? row.attachments : storedAttachments(edit.attachments.attachments),
  };
  const edited =
    content.comment_text !== row.commentText ||
    content.html !== row.html ||
    content.tagged_users !== row.taggedUsers ||
    content.attachments !== row.attachments;
  if (!edited && metadata === row.metadata) return "unchanged";
  if (edited && content.comment_text === "" && content.html === "" && content.attachments === noAttachments) return "says_nothing";

  const bytes = commentBytes({ comment_id: row.commentId, ...content, metadata }, row.author);
  return {
    columns: {
      annotation_ref: row.annotationRef,
      comment_id: row.commentId,
      ...content,
      metadata,
      bytes,
      added_bytes: bytes - row.bytes,
      edited,
    },
    changes: content.comment_text === row.commentText ? {} : { text: { from: row.commentText, to: content.comment_text } },
    newlyTagged: content.tagged_ids.filter((userId) => !row.taggedIds.includes(userId)),
    taggedChanged: content.tagged_ids.join("\0") !== row.taggedIds.join("\0"),
  };
}
