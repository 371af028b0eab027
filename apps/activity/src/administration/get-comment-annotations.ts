import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseLooseFilters } from "../threads/loose-filters.ts";
import { readAnnotations } from "../threads/read-annotations.ts";

export const getCommentAnnotations = (context: Context): Handler<"getCommentAnnotations"> => {
  return async (request) => {
    refuseLooseFilters(request);
    if (request.annotationIds.length > 0 && request.documentId === "")
      throw invalid("annotation_ids", "annotation_ids need a document_id.");
    return readAnnotations(context, request, request);
  };
};
