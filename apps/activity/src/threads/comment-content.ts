import type { Attachment, CommentDraft, NewComment, User } from "@parley/contracts/activity";
import { deterministicId, type JsonObject } from "@parley/kernel";
import { type Changes, logRecord } from "../activity-log/log-record.ts";
import { lastOfEach, type Outcome } from "../batches/results.ts";
import { logEntryOf, type ThreadChange } from "../changes/thread-change.ts";
import type { Limits } from "../context.ts";
import { storedContacts, storedUser, userIds } from "../people/user.ts";
import { required } from "../places/scope.ts";
import type { ChangedCommentColumns, CommentColumns } from "./comments.store.ts";
import { mergeMetadata } from "./merge-metadata.ts";
import type { NewCommentColumns } from "./new-comments.store.ts";
import type { CommentRow } from "./reading/comment-rows.store.ts";

/** A comment of a request, with its given or generated id. */
export interface CommentToAdd {
  readonly annotationId: string;
  readonly commentId: string;
  readonly author: User;
  readonly draft: CommentDraft;
  /** Absent means the current time. */
  readonly createdAtMs: bigint | undefined;
  readonly updatedAtMs?: bigint | undefined;
  /** Nobody is notified of it. */
  readonly isSilent?: boolean;
}

/** Comments added by the customer's server, each with its own author. */
export function commentsOf(annotationId: string, comments: readonly NewComment[]): CommentToAdd[] {
  return withIds(
    annotationId,
    comments.map(({ comment, author, ...more }) => ({ draft: required(comment), author: required(author), ...timesOf(more) })),
  );
}

function timesOf({ createdAtMs, updatedAtMs, isSilent }: Pick<NewComment, "createdAtMs" | "updatedAtMs" | "isSilent">) {
  return { createdAtMs, updatedAtMs, isSilent };
}

/** Comments added by a user. */
export function commentsBy(author: User, annotationId: string, drafts: readonly CommentDraft[]): CommentToAdd[] {
  return withIds(
    annotationId,
    drafts.map((draft) => ({ draft, author, createdAtMs: undefined })),
  );
}

function withIds(annotationId: string, comments: readonly Omit<CommentToAdd, "annotationId" | "commentId">[]): CommentToAdd[] {
  const named = comments.map((comment) => ({ ...comment, annotationId, commentId: comment.draft.commentId || deterministicId("com") }));
  return lastOfEach(named, ({ commentId }) => commentId);
}

export function isEmpty({ draft }: CommentToAdd): boolean {
  return draft.text === "" && draft.html === "" && draft.attachments.length === 0;
}

const historyMs = 24 * 3_600_000;

/** Whether a comment is imported history: it was given a time of more than a day ago. */
export function isHistory({ createdAtMs }: CommentToAdd, nowMs: number): boolean {
  return createdAtMs !== undefined && Number(createdAtMs) < nowMs - historyMs;
}

/** Comments as stored, with their records. A comment whose metadata is too long is omitted. `ordinal` is its index, starting at 1. */
export function newCommentColumns(comments: readonly CommentToAdd[], metadataBytes: number): NewCommentColumns[] {
  const threads = new Map<string, { nth: number; bytes: number }>();
  return comments.flatMap((comment, index): NewCommentColumns[] => {
    const content = isEmpty(comment) ? undefined : contentOf(comment, metadataBytes);
    if (content === undefined) return [];
    const before = threads.get(comment.annotationId) ?? { nth: 0, bytes: 0 };
    const thread = { nth: before.nth + 1, bytes: before.bytes + content.bytes };
    threads.set(comment.annotationId, thread);
    const { annotationId, author, createdAtMs, updatedAtMs } = comment;
    const record = logRecord(index + 1, logEntryOf(changeByAdding(comment)));
    return [
      {
        ...record,
        ...content,
        annotation_id: annotationId,
        author_id: author.userId,
        created_at_ms: createdAtMs === undefined ? null : Number(createdAtMs),
        updated_at_ms: updatedAtMs === undefined ? null : Number(updatedAtMs),
        nth: thread.nth,
        bytes_so_far: thread.bytes,
      },
    ];
  });
}

/** The change made by adding a comment. Only the statement knows whether it is the first of its thread. */
export function changeByAdding({ annotationId, commentId, author }: CommentToAdd): ThreadChange {
  return { trigger: "comment.add", annotationId, commentId, actor: author };
}

function contentOf({ commentId, author, draft }: CommentToAdd, metadataBytes: number): (CommentColumns & { author: string }) | undefined {
  const metadata = mergeMetadata("{}", draft.metadataJson, metadataBytes);
  const details = mergeMetadata("{}", draft.detailsJson, metadataBytes);
  if (metadata === undefined || details === undefined) return undefined;
  const columns = {
    comment_id: commentId,
    comment_text: draft.text,
    html: draft.html,
    tagged_ids: userIds(draft.taggedUsers),
    tagged_users: storedContacts(draft.taggedUsers),
    attachments: storedAttachments(draft.attachments),
    metadata,
    details,
  };
  const stored = storedUser(author);
  return { ...columns, author: stored, bytes: commentBytes(columns, stored) };
}

/** The changes made by adding an existing comment: exactly the values of the draft. */
export function changeByDraft({ commentId, draft }: CommentToAdd): CommentEdit {
  const { text, html, taggedUsers, attachments, metadataJson, detailsJson } = draft;
  return {
    commentId,
    ...(text === "" ? {} : { text }),
    ...(html === "" ? {} : { html }),
    ...(taggedUsers.length === 0 ? {} : { taggedUsers: { users: taggedUsers } }),
    ...(attachments.length === 0 ? {} : { attachments: { attachments } }),
    metadataJson,
    detailsJson,
  };
}

type AttachmentInit = Pick<Attachment, "attachmentId" | "name" | "url" | "mimeType" | "extraJson"> & { sizeBytes?: bigint };

/** Attachments as stored and as customers see them: a JSON array. */
function storedAttachments(attachments: readonly Attachment[]): string {
  return JSON.stringify(attachments.map(attachmentObject));
}

/** The messages of a stored array. */
export function attachmentMessages(stored: string): AttachmentInit[] {
  return stored === "[]" ? [] : (JSON.parse(stored) as JsonObject[]).map(toMessage);
}

function attachmentObject({ attachmentId, name, url, mimeType, sizeBytes, extraJson }: Attachment): JsonObject {
  const texts = Object.entries({ attachmentId, name, url, mimeType }).filter(([, value]) => value !== "");
  const known = { ...Object.fromEntries(texts), ...(sizeBytes === undefined ? {} : { size: Number(sizeBytes) }) };
  if (extraJson === "") return known;
  const { attachmentId: _id, name: _name, url: _url, mimeType: _type, size: _size, ...extra } = JSON.parse(extraJson) as JsonObject;
  return { ...known, ...extra };
}

function toMessage({ attachmentId = "", name = "", url = "", mimeType = "", size, ...extra }: JsonObject): AttachmentInit {
  return {
    attachmentId: String(attachmentId),
    name: String(name),
    url: String(url),
    mimeType: String(mimeType),
    ...(size === undefined ? {} : { sizeBytes: BigInt(Number(size)) }),
    extraJson: Object.keys(extra).length === 0 ? "" : JSON.stringify(extra),
  };
}

// Ids and times, whose size is not counted exactly.
const fixedBytes = 256;

/** The size of a comment that counts towards the limit of its thread. */
function commentBytes(comment: Omit<CommentColumns, "bytes">, author: string): number {
  const { comment_text, html, tagged_users, attachments, metadata, details } = comment;
  const texts = [comment_text, html, tagged_users, attachments, metadata, details, author];
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), fixedBytes);
}

/** The changes of a comment; absent values are kept. */
export interface CommentEdit {
  readonly commentId: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly taggedUsers?: { readonly users: readonly User[] } | undefined;
  readonly attachments?: { readonly attachments: readonly Attachment[] } | undefined;
  /** Merged into the stored metadata. */
  readonly metadataJson: string;
  /** Merged into the stored details. */
  readonly detailsJson: string;
  /** For imports: the time of creation, and when the comment last changed. */
  readonly createdAtMs?: bigint | undefined;
  readonly updatedAtMs?: bigint | undefined;
}

export interface ChangedComment {
  readonly columns: ChangedCommentColumns;
  /** The changes that the log shows. */
  readonly changes: Changes;
  readonly taggedChanged: boolean;
  /** Users that the comment did not tag before. */
  readonly newlyTagged: readonly string[];
  /** Users that the comment tagged before. */
  readonly untagged: readonly string[];
}

const noAttachments = storedAttachments([]);

/**
 * The comment to be stored, or the reason why it is not stored: nothing would change, it would be empty, or its metadata would be too long.
 */
export function changedComment(row: CommentRow, edit: CommentEdit, { metadataBytes }: Limits): ChangedComment | Outcome {
  const metadata = mergeMetadata(row.metadata, edit.metadataJson, metadataBytes);
  const details = mergeMetadata(row.details, edit.detailsJson, metadataBytes);
  const createdAtMs = edit.createdAtMs === undefined ? row.createdAtMs : Number(edit.createdAtMs);
  const updatedAtMs = edit.updatedAtMs === undefined ? row.updatedAtMs : Number(edit.updatedAtMs);
  if (metadata === undefined || details === undefined) return "metadata_too_long";
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
  const isRetimed = createdAtMs !== row.createdAtMs || updatedAtMs !== row.updatedAtMs;
  if (!edited && metadata === row.metadata && details === row.details && !isRetimed) return "unchanged";
  if (edited && content.comment_text === "" && content.html === "" && content.attachments === noAttachments) return "empty";

  const bytes = commentBytes({ comment_id: row.commentId, ...content, metadata, details }, row.author);
  return {
    columns: {
      annotation_ref: row.annotationRef,
      comment_id: row.commentId,
      ...content,
      metadata,
      details,
      bytes,
      added_bytes: bytes - row.bytes,
      edited,
      created_at_ms: edit.createdAtMs === undefined ? null : createdAtMs,
      updated_at_ms: edit.updatedAtMs === undefined ? null : updatedAtMs,
    },
    changes: content.comment_text === row.commentText ? {} : { text: { from: row.commentText, to: content.comment_text } },
    newlyTagged: content.tagged_ids.filter((userId) => !row.taggedIds.includes(userId)),
    untagged: row.taggedIds.filter((userId) => !content.tagged_ids.includes(userId)),
    taggedChanged: content.tagged_ids.join("\0") !== row.taggedIds.join("\0"),
  };
}
