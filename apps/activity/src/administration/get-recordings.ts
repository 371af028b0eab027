import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { readRecordings } from "../recordings/read-recordings.ts";
import { refuseLooseFilters } from "../threads/loose-filters.ts";

export const getRecordings = (context: Context): Handler<"getRecordings"> => {
  return async (request) => {
    refuseLooseFilters(request);
    if (request.recordingIds.length > 0 && request.documentId === "") throw invalid("recording_ids", "recording_ids need a document_id.");
    return readRecordings(context, request, request);
  };
};
