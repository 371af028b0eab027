import type { CollaborationHandler, Context } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteRecordings as remove } from "../recordings/delete-recordings.ts";

export const deleteRecordings = (context: Context): CollaborationHandler<"deleteRecordings"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await remove(context, documentOf(request), request.recordingIds, request.actingUser) };
  };
};
