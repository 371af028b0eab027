import type { NewRecording, RecordingDraft, User } from "@parley/contracts/activity";
import { deterministicId } from "@parley/kernel";
import { lastOfEach } from "../batches/results.ts";
import { storedUser } from "../people/user.ts";
import { locationColumns } from "../places/location.ts";
import { required } from "../places/scope.ts";
import type { NewRecordingColumns } from "./recordings.store.ts";

/** A recording of a request, with its given or generated id. */
export interface RecordingToAdd {
  readonly recordingId: string;
  readonly user: User;
  readonly draft: RecordingDraft;
  /** Absent means the current time. */
  readonly createdAtMs: bigint | undefined;
}

/** Recordings added by the customer's server, each with its own user. */
export function recordingsOf(recordings: readonly NewRecording[]): RecordingToAdd[] {
  return withIds(recordings.map(({ recording, user, createdAtMs }) => ({ draft: required(recording), user: required(user), createdAtMs })));
}

/** Recordings added by a user. */
export function recordingsBy(user: User, drafts: readonly RecordingDraft[]): RecordingToAdd[] {
  return withIds(drafts.map((draft) => ({ draft, user, createdAtMs: undefined })));
}

function withIds(recordings: readonly Omit<RecordingToAdd, "recordingId">[]): RecordingToAdd[] {
  const named = recordings.map((recording) => ({ ...recording, recordingId: recording.draft.recordingId || deterministicId("rec") }));
  return lastOfEach(named, ({ recordingId }) => recordingId);
}

/** The recording as a statement's parameters. */
export function recordingColumns(ordinal: number, { recordingId, user, draft, createdAtMs }: RecordingToAdd): NewRecordingColumns {
  const { type, name, url, mimeType, durationMs, sizeBytes, location, metadataJson } = draft;
  return {
    ordinal,
    recordingId,
    userId: user.userId,
    user: storedUser(user),
    type: type || null,
    name: name || null,
    url: url || null,
    mimeType: mimeType || null,
    durationMs: durationMs === undefined ? null : Number(durationMs),
    sizeBytes: sizeBytes === undefined ? null : Number(sizeBytes),
    ...locationColumns(location),
    metadata: metadataJson || null,
    createdAtMs: createdAtMs === undefined ? null : Number(createdAtMs),
  };
}
