import type { CollaborationHandler, Context } from "../context.ts";
import { refuseLooseFilters } from "../threads/loose-filters.ts";
import { readAnnotations } from "../threads/read-annotations.ts";

export const getCommentAnnotations = (context: Context): CollaborationHandler<"getCommentAnnotations"> => {
  return async (request) => {
    refuseLooseFilters(request);
    await context.access.requireOpen(request);
    return readAnnotations(context, request, request);
  };
};
