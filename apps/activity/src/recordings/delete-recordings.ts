import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { logParameters, logRecord } from "../activity-log/log-record.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { deleteRecordings as deleteRows, lockRecordings } from "./recordings.store.ts";

export const deleteRecordings = (context: Context): Handler<"deleteRecordings"> => {
  return async (request) => ({ results: await deleteNamed(context, documentOf(request), request.recordingIds, request.actionUser) });
};

export const deleteRecordingsByUser = (context: Context): UserHandler<"deleteRecordings"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await deleteNamed(context, documentOf(request), request.recordingIds, actor) };
  };
};

/** Deletes recordings of a document. */
async function deleteNamed(
  { database, keyOptions, usage }: Context,
  scope: DocumentScope,
  recordingIds: readonly string[],
  actor: UserInit | undefined,
): Promise<Result[]> {
  const ids = [...new Set(recordingIds)];
  const { immutable } = await keyOptions.of(scope.apiKeyId);
  const deleted = await database.transaction(async (tx) => {
    const locked = await lockRecordings(tx, scope, ids);
    const places = locked.map(({ place }) => place);
    if (places.length > 0) await deleteRows(tx, scope, places, logParameters(recordsOf(locked, actor), immutable));
    return new Set(locked.map(({ recordingId }) => recordingId));
  });
  if (actor !== undefined && deleted.size > 0) usage.count(scope.apiKeyId, {}, [actor.userId]);
  return deletionResults(
    ids,
    deleted,
    "The recording was deleted.",
    (id) => `The recording ${shortened(id)} does not exist in the document ${shortened(scope.documentId)}.`,
  );
}

function recordsOf(recordings: readonly { readonly recordingId: string }[], actor: UserInit | undefined) {
  return recordings.map(({ recordingId }, index) =>
    logRecord(index + 1, {
      feature: "recorder",
      action: "recording.delete",
      actor,
      entity: { recordingId },
      sentence: { did: "deleted a recording.", wasDone: "A recording was deleted." },
    }),
  );
}
