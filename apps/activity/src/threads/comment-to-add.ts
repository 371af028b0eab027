import type { CommentDraft, NewComment, User } from "@parley/contracts/activity";
import { repeatableId } from "@parley/kernel";
import { logRecord } from "../activity-log/log-record.ts";
import { logEntryOf, type ThreadChange } from "../changes/thread-change.ts";
import { storedContacts, storedUser, userIds } from "../people/user.ts";
import { required } from "../places/required.ts";
import { lastOfEach } from "../places/results.ts";
import type { CommentEdit } from "./changed-comment.ts";
import { commentBytes, storedAttachments } from "./comment-content.ts";
import type { CommentColumns } from "./comments.store.ts";
import { mergeMetadata } from "./merge-metadata.ts";
import type { NewCommentColumns } from "./new-comments.store.ts";

/** A comment of a request, with the id that it has or gets. */
export interface CommentToAdd {
  readonly annotationId: string;
  readonly commentId: string;
  readonly author: User;
  readonly draft: CommentDraft;
  /** Absent means now. */
  readonly createdAtMs: bigint | undefined;
}

/** Comments that the customer's server adds, each by its own author. */
export function commentsOf(annotationId: string, comments: readonly NewComment[]): CommentToAdd[] {
  return withIds(
    annotationId,
    comments.map(({ comment, author, createdAtMs }) => ({ draft: required(comment), author: required(author), createdAtMs })),
  );
}

/** Comments that a user adds. */
export function commentsBy(author: User, annotationId: string, drafts: readonly CommentDraft[]): CommentToAdd[] {
  return withIds(
    annotationId,
    drafts.map((draft) => ({ draft, author, createdAtMs: undefined })),
  );
}

function withIds(annotationId: string, comments: readonly Omit<CommentToAdd, "annotationId" | "commentId">[]): CommentToAdd[] {
  const named = comments.map((comment) => ({ ...comment, annotationId, commentId: comment.draft.commentId || repeatableId("com") }));
  return lastOfEach(named, ({ commentId }) => commentId);
}

export function saysNothing({ draft }: CommentToAdd): boolean {
  return draft.text === "" && draft.html === "" && draft.attachments.length === 0;
}

/** Comments as they are stored, with their records; a comment whose metadata is too long is left out. `ordinal` is its place, from 1 on. */
export function newCommentColumns(comments: readonly CommentToAdd[], metadataBytes: number): NewCommentColumns[] {
  const threads = new Map<string, { nth: number; bytes: number }>();
  return comments.flatMap((comment, index): NewCommentColumns[] => {
    const content = saysNothing(comment) ? undefined : contentOf(comment, metadataBytes);
    if (content === undefined) return [];
    const before = threads.get(comment.annotationId) ?? { nth: 0, bytes: 0 };
    const thread = { nth: before.nth + 1, bytes: before.bytes + content.bytes };
    threads.set(comment.annotationId, thread);
    const { annotationId, author, createdAtMs } = comment;
    const record = logRecord(index + 1, logEntryOf(changeByAdding(comment)));
    return [
      {
        ...record,
        ...content,
        annotation_id: annotationId,
        author_id: author.userId,
        created_at_ms: createdAtMs === undefined ? null : Number(createdAtMs),
        nth: thread.nth,
        bytes_so_far: thread.bytes,
      },
    ];
  });
}

/** What happens when it is added. Only the statement that does it knows whether it is the first of its thread. */
export function changeByAdding({ annotationId, commentId, author }: CommentToAdd): ThreadChange {
  return { trigger: "comment.add", annotationId, commentId, actor: author };
}

function contentOf({ commentId, author, draft }: CommentToAdd, metadataBytes: number): (CommentColumns & { author: string }) | undefined {
  const metadata = mergeMetadata("{}", draft.metadataJson, metadataBytes);
  if (metadata === undefined) return undefined;
  const columns = {
    comment_id: commentId,
    comment_text: draft.text,
    html: draft.html,
    tagged_ids: userIds(draft.taggedUsers),
    tagged_users: storedContacts(draft.taggedUsers),
    attachments: storedAttachments(draft.attachments),
    metadata,
  };
  const stored = storedUser(author);
  return { ...columns, author: stored, bytes: commentBytes(columns, stored) };
}

/** What adding a comment that exists changes in it: what the draft says, and nothing else. */
export function changeByDraft({ commentId, draft }: CommentToAdd): CommentEdit {
  const { text, html, taggedUsers, attachments, metadataJson } = draft;
  return {
    commentId,
    ...(text === "" ? {} : { text }),
    ...(html === "" ? {} : { html }),
    ...(taggedUsers.length === 0 ? {} : { taggedUsers: { users: taggedUsers } }),
    ...(attachments.length === 0 ? {} : { attachments: { attachments } }),
    metadataJson,
  };
}
