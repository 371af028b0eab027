import { userMessage } from "../people/user.ts";
import { locationPart } from "../places/location.ts";
import type { RecordingRow } from "./recording-pages.store.ts";

/** The message of a recording. */
export function recordingMessage(organizationId: string, row: RecordingRow) {
  const { documentId, recordingId, user, type, name, url, mimeType, durationMs, sizeBytes, metadata } = row;
  return {
    organizationId,
    documentId,
    recordingId,
    user: userMessage(user),
    ...(type === null ? {} : { type }),
    ...(name === null ? {} : { name }),
    ...(url === null ? {} : { url }),
    ...(mimeType === null ? {} : { mimeType }),
    ...(durationMs === null ? {} : { durationMs: BigInt(durationMs) }),
    ...(sizeBytes === null ? {} : { sizeBytes: BigInt(sizeBytes) }),
    ...locationPart(row),
    metadataJson: metadata ?? "{}",
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
}
