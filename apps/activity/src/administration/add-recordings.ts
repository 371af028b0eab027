import type { Context, Handler } from "../context.ts";
import { documentMissing } from "../places/documents.ts";
import { documentOf } from "../places/scope.ts";
import { addRecordings as add } from "../recordings/add-recordings.ts";
import { recordingsOf } from "../recordings/recording-to-add.ts";

export const addRecordings = (context: Context): Handler<"addRecordings"> => {
  return async (request) => {
    const scope = documentOf(request);
    const recordings = recordingsOf(request.recordings);
    const existing = await context.documents.existing(scope, [scope.documentId]);
    if (existing.size === 0) return { results: recordings.map(({ recordingId }) => documentMissing(recordingId, scope)) };
    return { results: await add(context, scope, recordings) };
  };
};
