import type { Attachment } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import type { CommentColumns } from "./comments.store.ts";

type AttachmentInit = Pick<Attachment, "attachmentId" | "name" | "url" | "mimeType" | "extraJson"> & { sizeBytes?: bigint };

/** Attachments as they are stored and as customers see them: a JSON array. */
export function storedAttachments(attachments: readonly Attachment[]): string {
  return JSON.stringify(attachments.map(attachmentObject));
}

/** The messages of a stored array. */
export function attachmentMessages(stored: string): AttachmentInit[] {
  return stored === "[]" ? [] : (JSON.parse(stored) as JsonObject[]).map(toMessage);
}

function attachmentObject({ attachmentId, name, url, mimeType, sizeBytes, extraJson }: Attachment): JsonObject {
  const texts = Object.entries({ attachmentId, name, url, mimeType }).filter(([, value]) => value !== "");
  const known = { ...Object.fromEntries(texts), ...(sizeBytes === undefined ? {} : { sizeBytes: Number(sizeBytes) }) };
  if (extraJson === "") return known;
  const { attachmentId: _id, name: _name, url: _url, mimeType: _type, sizeBytes: _size, ...extra } = JSON.parse(extraJson) as JsonObject;
  return { ...known, ...extra };
}

function toMessage({ attachmentId = "", name = "", url = "", mimeType = "", sizeBytes, ...extra }: JsonObject): AttachmentInit {
  return {
    attachmentId: String(attachmentId),
    name: String(name),
    url: String(url),
    mimeType: String(mimeType),
    ...(sizeBytes === undefined ? {} : { sizeBytes: BigInt(Number(sizeBytes)) }),
    extraJson: Object.keys(extra).length === 0 ? "" : JSON.stringify(extra),
  };
}

// Ids and times, which do not count in detail.
const fixedBytes = 256;

/** What a comment takes of the room in its thread. */
export function commentBytes(comment: Omit<CommentColumns, "bytes">, author: string): number {
  const texts = [comment.comment_text, comment.html, comment.tagged_users, comment.attachments, comment.metadata, author];
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), fixedBytes);
}
