import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteRecordings as remove } from "../recordings/delete-recordings.ts";

export const deleteRecordings = (context: Context): Handler<"deleteRecordings"> => {
  return async (request) => ({ results: await remove(context, documentOf(request), request.recordingIds, request.actionUser) });
};
