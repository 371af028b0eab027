import { AnnotationOrder, type GetCommentAnnotationsRequest } from "@parley/contracts/activity";
import { invalid } from "@parley/kernel";
import type { Context, Handler, UserHandler } from "../context.ts";
import { endOfTimeMs } from "../paging/page.ts";
import { actingUserOf } from "../people/user.ts";
import { readAnnotations, withFolders } from "./read-annotations.ts";
import { type AnnotationFilter, everyAnnotation, type AnnotationOrder as Order } from "./reading/annotation-filter.ts";

type Filters = Omit<GetCommentAnnotationsRequest, "$typeName" | "order">;

// A folder with more documents is looked up for the documents of each page.
const documentsOfFolder = 100;

export const getCommentAnnotations = (context: Context): Handler<"getCommentAnnotations"> => {
  return (request) => getAnnotations(context, request);
};

export const getCommentAnnotationsByUser = (context: Context): UserHandler<"getCommentAnnotations"> => {
  return async (request) => {
    await actingUserOf(context, request);
    const { $typeName: _, documentId, ...given } = request;
    const filter = filterOf({ ...given, documentIds: [documentId] });
    return readAnnotations(context, request, filter, { ...request, order: "created", joinsUsers: request.joinUsers });
  };
};

async function getAnnotations(context: Context, request: GetCommentAnnotationsRequest) {
  const { documents } = context;
  const { folderId, documentId } = request;
  if (documentId !== "" && request.documentIds.length > 0) throw invalid("document_ids", "documentId and documentIds exclude each other.");
  const filter = filterOf(documentId === "" ? request : { ...request, documentIds: [documentId] });
  const page = { ...request, order: orderOf(request.order, filter), joinsUsers: !request.usersAsGiven };
  if (folderId !== "" && filter.documentIds.length > 0) throw invalid("folder_id", "folderId and documentIds exclude each other.");
  const ofFolder = folderId === "" ? [] : await documents.inFolder(request, folderId, documentsOfFolder + 1);
  if (folderId !== "" && ofFolder.length === 0) return { annotations: [], nextPageToken: "" };
  const isLarge = ofFolder.length > documentsOfFolder;
  const read = isLarge
    ? await readAnnotations(context, request, filter, { ...page, folderId })
    : await readAnnotations(context, request, folderId === "" ? filter : { ...filter, documentIds: ofFolder }, page);
  return { ...read, annotations: await withFolders(documents, request, read.annotations) };
}

/** The filter of a message. Fails with `invalid_argument` when it names a location twice, or ids without their document. */
function filterOf(given: Partial<Filters>): AnnotationFilter {
  const { createdAfterMs, createdBeforeMs, updatedAfterMs, updatedBeforeMs } = given;
  const { documentIds = [], annotationIds = [], locationIds = [], locationName = "" } = given;
  if (locationIds.length > 0 && locationName !== "") throw invalid("location_name", "locationIds and locationName exclude each other.");
  if (annotationIds.length > 0 && documentIds.length === 0) throw invalid("annotation_ids", "annotationIds need a documentId.");
  if (locationIds.length > 0 && documentIds.length === 0) throw invalid("location_ids", "locationIds need a documentId.");
  if (locationName !== "" && documentIds.length === 0) throw invalid("location_name", "locationName needs a documentId.");
  return {
    ...everyAnnotation,
    documentIds,
    annotationIds,
    locationIds,
    locationName,
    statuses: given.statuses ?? [],
    userIds: given.userIds ?? [],
    mentionedUserIds: given.mentionedUserIds ?? [],
    resolvedBy: given.resolvedBy ?? "",
    createdAfterMs: createdAfterMs === undefined ? -1 : Number(createdAfterMs),
    createdBeforeMs: createdBeforeMs === undefined ? endOfTimeMs : Number(createdBeforeMs),
    updatedAfterMs: updatedAfterMs === undefined ? -1 : Number(updatedAfterMs),
    updatedBeforeMs: updatedBeforeMs === undefined ? endOfTimeMs : Number(updatedBeforeMs),
  };
}

function orderOf(order: AnnotationOrder, { updatedAfterMs, updatedBeforeMs }: AnnotationFilter): Order {
  if (order === AnnotationOrder.CHANGED_DESC) return "changedDesc";
  const isOfChanges = updatedAfterMs >= 0 || updatedBeforeMs < endOfTimeMs;
  return order === AnnotationOrder.CHANGED_ASC || isOfChanges ? "changedAsc" : "created";
}
