import type { Result } from "@parley/contracts/common";
import { logParameters, logRecord } from "../activity-log/log-record.ts";
import { type Outcome, storedResult } from "../batches/results.ts";
import type { Context } from "../context.ts";
import type { DocumentScope } from "../places/scope.ts";
import { type RecordingToAdd, recordingColumns } from "./recording-to-add.ts";
import { storeRecordings } from "./recordings.store.ts";
import { eraseStaleRecordings } from "./stale-recordings.store.ts";

/** Stores recordings of an existing document; existing recordings are changed. */
export async function addRecordings(context: Context, scope: DocumentScope, recordings: readonly RecordingToAdd[]): Promise<Result[]> {
  const isStorable = ({ draft }: RecordingToAdd) => Buffer.byteLength(draft.metadataJson) <= context.limits.metadataBytes;
  const storable = recordings.filter(isStorable);
  const created = await store(context, scope, storable);
  const met = storable.filter(({ recordingId }) => !created.get(recordingId));
  if (met.length > 0) {
    await releaseRecordingIds(context, scope, idsOf(met));
    for (const [recordingId, isNew] of await store(context, scope, met)) created.set(recordingId, isNew);
  }
  const outcomeOf = (recording: RecordingToAdd): Outcome => {
    if (!isStorable(recording)) return "metadata_too_long";
    const isNew = created.get(recording.recordingId);
    return isNew === undefined ? "already_exists" : isNew ? "created" : "updated";
  };
  const words = { thing: "recording", within: ` in the document ${scope.documentId}` };
  return recordings.map((recording) => storedResult(recording.recordingId, outcomeOf(recording), words));
}

function idsOf(recordings: readonly RecordingToAdd[]): string[] {
  return recordings.map(({ recordingId }) => recordingId);
}

/** The recordings that were stored, and whether each is new. */
async function store(
  { database, logPolicy }: Context,
  scope: DocumentScope,
  recordings: readonly RecordingToAdd[],
): Promise<Map<string, boolean>> {
  if (recordings.length === 0) return new Map();
  const records = recordings.map(({ recordingId, user }, index) =>
    logRecord(index + 1, {
      feature: "recording",
      action: "recording.add",
      actor: user,
      entity: { recordingId },
      sentence: { did: "added a recording.", wasDone: "A recording was added." },
    }),
  );
  const columns = recordings.map((recording, index) => recordingColumns(index + 1, recording));
  const rows = await storeRecordings(database, scope, columns, logParameters(records, await logPolicy.isImmutable(scope.apiKeyId)));
  return new Map(rows.map(({ recordingId, created }) => [recordingId, created]));
}

// A deleted document may be added again at once with the same ids, before erasure has reached its old rows. Those must not count as existing: they are
// erased first, then the insert is repeated; also when none was found, because erasure may have taken it a moment ago.
async function releaseRecordingIds({ documents, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await documents.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await eraseStaleRecordings(database, scope, ids, untilMs);
}
