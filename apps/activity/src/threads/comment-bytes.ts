import type { CommentColumns } from "./comments.store.ts";

// Ids and times, which do not count in detail.
const fixedBytes = 256;

/** What a comment takes of the room in its thread. */
export function commentBytes(comment: Omit<CommentColumns, "bytes">, author: string): number {
  const texts = [comment.comment_text, comment.html, comment.tagged_users, comment.attachments, comment.metadata, author];
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), fixedBytes);
}
