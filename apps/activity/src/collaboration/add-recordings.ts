import type { CollaborationHandler, Context } from "../context.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { addRecordings as add } from "../recordings/add-recordings.ts";
import { recordingsBy } from "../recordings/recording-to-add.ts";

export const addRecordings = (context: Context): CollaborationHandler<"addRecordings"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await add(context, documentOf(request), recordingsBy(required(request.actingUser), request.recordings)) };
  };
};
