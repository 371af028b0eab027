import { createHash } from "node:crypto";
import type { RecordingRow } from "../recordings/recording-pages.store.ts";
import type { CommentRow, ReactionRow } from "../threads/reading/comment-rows.store.ts";
import { commentJson } from "../triggers/thread-json.ts";

/** The place of a comment or reaction. */
interface Place {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

/** A comment as an item of a user's data. */
export function commentItem(place: Place, row: CommentRow, reactions: readonly ReactionRow[]) {
  const { organizationId, documentId, annotationId } = place;
  const at = JSON.stringify({ organizationId, documentId, annotationId }).slice(0, -1);
  const { json } = commentJson(row, reactions);
  return { id: row.commentId, createdAtMs: BigInt(row.createdAtMs), dataJson: `${at},${json.slice(1)}` };
}

/** A reaction as an item of a user's data. A reaction has no id; the item's id is derived from its content. */
export function reactionItem({ organizationId, documentId, annotationId }: Place, row: ReactionRow) {
  const { commentId, userId, reaction, reactingUser, createdAtMs } = row;
  const id = createHash("sha256")
    .update(JSON.stringify([documentId, annotationId, commentId, userId, reaction]))
    .digest("hex")
    .slice(0, 32);
  const dataJson = jsonObject(
    { organizationId, documentId, annotationId, commentId, reaction },
    { user: reactingUser },
    { createdAt: createdAtMs },
  );
  return { id, createdAtMs: BigInt(createdAtMs), dataJson };
}

/** A recording as an item of a user's data. */
export function recordingItem(organizationId: string, row: RecordingRow) {
  const { documentId, recordingId, user, type, name, url, mimeType, durationMs, sizeBytes, metadata, createdAtMs, updatedAtMs } = row;
  const dataJson = jsonObject(
    { organizationId, documentId, recordingId, type, name, url, mimeType, durationMs, sizeBytes },
    { user, location: locationJson(row), metadata: metadata ?? "{}" },
    { createdAt: createdAtMs, lastUpdated: updatedAtMs },
  );
  return { id: recordingId, createdAtMs: BigInt(createdAtMs), dataJson };
}

function locationJson({ locationId, locationName, locationExtra }: RecordingRow): string {
  if (locationId === null && locationName === null && locationExtra === null) return "null";
  const known = { ...(locationId === null ? {} : { id: locationId }), ...(locationName === null ? {} : { locationName }) };
  return JSON.stringify({ ...(locationExtra === null ? {} : JSON.parse(locationExtra)), ...known });
}

type Scalars = Readonly<Record<string, string | number | null>>;

// `stored` are JSON texts from the database, which are inserted without being parsed.
function jsonObject(first: Scalars, stored: Readonly<Record<string, string>>, last: Scalars): string {
  const scalars = (values: Scalars) => Object.entries(values).map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
  const texts = Object.entries(stored).map(([key, text]) => `"${key}":${text}`);
  return `{${[...scalars(first), ...texts, ...scalars(last)].join(",")}}`;
}
