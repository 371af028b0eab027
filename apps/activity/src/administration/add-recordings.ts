import { documentMissing } from "../access/document-missing.ts";
import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { addRecordings as add } from "../recordings/add-recordings.ts";
import { recordingsOf } from "../recordings/recording-to-add.ts";

export const addRecordings = (context: Context): Handler<"addRecordings"> => {
  return async (request) => {
    const scope = documentOf(request);
    const recordings = recordingsOf(request.recordings);
    const existing = await context.access.existing(scope, [scope.documentId]);
    if (existing.size === 0) return { results: recordings.map(({ recordingId }) => documentMissing(scope)(recordingId)) };
    return { results: await add(context, scope, recordings) };
  };
};
