import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { readRecordings } from "../recordings/read-recordings.ts";
import { checkLocationFilter } from "../threads/location-filter.ts";

export const getRecordings = (context: Context): Handler<"getRecordings"> => {
  return async (request) => {
    checkLocationFilter(request);
    if (request.recordingIds.length > 0 && request.documentId === "") throw invalid("recording_ids", "recordingIds need a documentId.");
    return readRecordings(context, request, request);
  };
};
