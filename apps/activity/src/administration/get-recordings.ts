import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { readRecordings } from "../recordings/read-recordings.ts";
import { refuseLooseFilters } from "../threads/loose-filters.ts";

export const getRecordings = (context: Context): Handler<"getRecordings"> => {
  return async (request) => {
    refuseLooseFilters(request);
    if (request.recordingIds.length > 0 && request.documentId === "") throw invalid("recording_ids", "recordingIds need a documentId.");
    return readRecordings(context, request, request);
  };
};
