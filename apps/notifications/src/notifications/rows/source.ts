import { createHash } from "node:crypto";
import { type Json, type JsonObject, maxIdLength } from "@parley/kernel";

const prefix = "inbox_";

/** The id of an entry about a comment or an assignment, derived from its parts and so always the same. */
export function entryId(parts: readonly (string | number)[]): string {
  return prefix + createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/**
 * The thread and comment of an entry, from its source data; also for an entry that was exported and is imported again. Any other
 * notification has none.
 */
export function sourceOfEntry(notificationId: string, { annotationId, commentId }: JsonObject) {
  if (!notificationId.startsWith(prefix) || !isId(annotationId)) return { annotationId: null, commentId: null };
  return { annotationId, commentId: isId(commentId) ? commentId : null };
}

/** The location that the details name, else the source data; null for none. */
export function locationIdOf(details: JsonObject, source: JsonObject): string | null {
  const ids = [idIn(details.location), idIn(source.location), source.locationId];
  return ids.map((value) => (typeof value === "number" ? String(value) : value)).find(isId) ?? null;
}

function idIn(location: Json | undefined): Json | undefined {
  return typeof location === "object" && location !== null && !Array.isArray(location) ? location.id : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxIdLength;
}
