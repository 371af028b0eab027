import type { CollaborationHandler, Context } from "../context.ts";
import { readRecordings } from "../recordings/read-recordings.ts";
import { refuseLooseFilters } from "../threads/loose-filters.ts";

export const getRecordings = (context: Context): CollaborationHandler<"getRecordings"> => {
  return async (request) => {
    refuseLooseFilters(request);
    await context.access.requireOpen(request);
    return readRecordings(context, request, request);
  };
};
