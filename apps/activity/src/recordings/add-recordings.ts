import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { logRecord } from "../activity-log/log-record.ts";
import { type Outcome, storedResult } from "../batches/results.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf } from "../people/user.ts";
import { documentMissing } from "../places/documents.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { type RecordingToAdd, recordingColumns, recordingsBy, recordingsOf } from "./recording-to-add.ts";
import { existingRecordings, storeRecordings } from "./recordings.store.ts";
import { eraseStaleRecordings } from "./stale-recordings.store.ts";

export const addRecordings = (context: Context): Handler<"addRecordings"> => {
  return async (request) => {
    const scope = documentOf(request);
    const recordings = recordingsOf(request.recordings);
    if (await context.documents.exists(scope)) return { results: await storeAll(context, scope, recordings) };
    return { results: recordings.map(({ recordingId }) => documentMissing(recordingId, scope)) };
  };
};

export const addRecordingsByUser = (context: Context): UserHandler<"addRecordings"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await storeAll(context, documentOf(request), recordingsBy(actor, request.recordings)) };
  };
};

/** Stores recordings of an existing document. Existing recordings are changed. */
async function storeAll(context: Context, scope: DocumentScope, recordings: readonly RecordingToAdd[]): Promise<Result[]> {
  const { limits } = context;
  const isStorable = ({ draft }: RecordingToAdd) => Buffer.byteLength(draft.metadataJson) <= limits.metadataBytes;
  const storable = recordings.filter(isStorable);
  await limits.activities.requireRoom(scope.apiKeyId, storable.length);
  await limits.recordings.prepare(scope.apiKeyId, storable.length);
  const outcomes = await store(context, scope, storable);
  const met = storable.filter(({ recordingId }) => outcomes.get(recordingId) !== "created");
  if (met.length > 0) {
    await releaseRecordingIds(context, scope, idsOf(met));
    for (const [recordingId, outcome] of await store(context, scope, met)) outcomes.set(recordingId, outcome);
  }
  const outcomeOf = (recording: RecordingToAdd): Outcome =>
    isStorable(recording) ? (outcomes.get(recording.recordingId) ?? "already_exists") : "metadata_too_long";
  const words = { thing: "recording", within: ` in the document ${shortened(scope.documentId)}`, quota: limits.recordings };
  return recordings.map((recording) => storedResult(recording.recordingId, outcomeOf(recording), words));
}

function idsOf(recordings: readonly RecordingToAdd[]): string[] {
  return recordings.map(({ recordingId }) => recordingId);
}

/** Stores recordings within the quota. The result has no entry for a recording whose id belongs to another user's recording. */
async function store(
  context: Context,
  scope: DocumentScope,
  recordings: readonly RecordingToAdd[],
): Promise<Map<string, "created" | "updated" | "no_room">> {
  const { result: rows, refused } = await context.limits.recordings.admitNew(scope.apiKeyId, recordings, {
    needless: async (some) => {
      const existing = await existingRecordings(context.database, scope, idsOf(some));
      return new Set(some.filter(({ recordingId }) => existing.has(recordingId)));
    },
    add: (admitted) => storeAdmitted(context, scope, admitted),
    addedBy: countCreated,
  });
  context.limits.activities.note(scope.apiKeyId, countCreated(rows));
  return new Map([
    ...rows.map(({ recordingId, created }) => [recordingId, created ? "created" : "updated"] as const),
    ...refused.map(({ recordingId }) => [recordingId, "no_room"] as const),
  ]);
}

type Stored = Awaited<ReturnType<typeof storeRecordings>>;

function countCreated(rows: Stored): number {
  return rows.filter(({ created }) => created).length;
}

async function storeAdmitted(
  { database, keyOptions, usage }: Context,
  scope: DocumentScope,
  recordings: readonly RecordingToAdd[],
): Promise<Stored> {
  if (recordings.length === 0) return [];
  const records = recordings.map(({ recordingId, user }, index) =>
    logRecord(index + 1, {
      feature: "recorder",
      action: "recording.add",
      actor: user,
      entity: { recordingId },
      sentence: { did: "added a recording.", wasDone: "A recording was added." },
    }),
  );
  const columns = recordings.map((recording, index) => recordingColumns(index + 1, recording));
  const { immutable } = await keyOptions.of(scope.apiKeyId);
  const stored = await storeRecordings(database, scope, columns, { records, immutable });
  const storedIds = new Set(stored.map(({ recordingId }) => recordingId));
  usage.count(
    scope.apiKeyId,
    {},
    recordings.filter(({ recordingId }) => storedIds.has(recordingId)).map(({ user }) => user.userId),
  );
  return stored;
}

// A deleted document can be added again with the same ids before the erasure has reached its old rows. These rows must not count as
// existing: they are erased first, and the insert is repeated. The insert is also repeated when no old row was found, because the erasure
// may just have deleted it.
async function releaseRecordingIds({ documents, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await documents.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await eraseStaleRecordings(database, scope, ids, untilMs);
}
