import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { checkLocationFilter } from "../threads/location-filter.ts";
import { readAnnotations } from "../threads/read-annotations.ts";

export const getCommentAnnotations = (context: Context): Handler<"getCommentAnnotations"> => {
  return async (request) => {
    checkLocationFilter(request);
    if (request.annotationIds.length > 0 && request.documentId === "") throw invalid("annotation_ids", "annotationIds need a documentId.");
    const { annotations, nextPageToken } = await readAnnotations(context, request, { ...request, joinsUsers: !request.usersAsGiven });
    const folders = await context.documents.foldersOf(request, new Set(annotations.map(({ documentId }) => documentId)));
    return {
      annotations: annotations.map((annotation) => ({ ...annotation, folderId: folders.get(annotation.documentId) ?? "" })),
      nextPageToken,
    };
  };
};
