import type { CollaborationHandler, Context } from "../context.ts";
import { readRecordings } from "../recordings/read-recordings.ts";
import { checkLocationFilter } from "../threads/location-filter.ts";

export const getRecordings = (context: Context): CollaborationHandler<"getRecordings"> => {
  return async (request) => {
    checkLocationFilter(request);
    await context.access.requireOpen(request);
    return readRecordings(context, request, request);
  };
};
