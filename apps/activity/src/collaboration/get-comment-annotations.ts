import type { CollaborationHandler, Context } from "../context.ts";
import { checkLocationFilter } from "../threads/location-filter.ts";
import { readAnnotations } from "../threads/read-annotations.ts";

export const getCommentAnnotations = (context: Context): CollaborationHandler<"getCommentAnnotations"> => {
  return async (request) => {
    checkLocationFilter(request);
    await context.access.requireOpen(request);
    return readAnnotations(context, request, { ...request, joinsUsers: false });
  };
};
