import { createHash } from "node:crypto";
import { type JsonObject, maxIdLength } from "@parley/kernel";

const prefix = "inbox_";

/** The id of an entry about a comment or an assignment: the same whenever it is derived from the same parts. */
export function entryId(parts: readonly (string | number)[]): string {
  return prefix + createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/**
 * The thread and comment that a notification goes with, as its source data name them: those of an entry, also of one that was exported and
 * is imported again. Any other notification goes with none.
 */
export function sourceOfEntry(notificationId: string, { annotationId, commentId }: JsonObject) {
  if (!notificationId.startsWith(prefix) || !isId(annotationId)) return { annotationId: null, commentId: null };
  return { annotationId, commentId: isId(commentId) ? commentId : null };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxIdLength;
}
