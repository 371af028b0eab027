import { type FoundThread, ownPlaceKeys, resolved } from "../model/found.ts";
import { isPresent, type Json, object, objects, text } from "../model/json.ts";
import { picked, whole, without } from "../model/reading.ts";
import type { Context } from "../model/source.ts";
import { commentOf, personOf } from "./comment.ts";
import { threadFields } from "./fields.ts";

// Kept in the thread's metadata: data that an application needs to draw the thread, and for which Parley has no field.
// biome-ignore format: a list of names
const carried = [
  "annotationNumber", "areaAnnotationId", "approved", "color", "commentCategories", "contextId", "customList", "documentParams",
  "inlineCommentSectionConfig", "multiThreadAnnotationId", "position", "selectAllContent", "sourceId", "sourceType", "taggedElementPath",
  "taggedElementRect", "targetElementId", "targetInlineCommentElementId", "targetTextRange",
];

// Left out: data that Parley derives itself, and the place of the thread.
// biome-ignore format: a list of names
const derived = [
  "annotationIndex", "documentParamsId", "from", "inProgress", "involvedUserIds", "lastUpdated", "locationId", "mentionedUserIds", "resolved", "unread",
];

const placeKeys = [...ownPlaceKeys, "clientDocumentId", "clientOrganizationId", "documentMetadata", "sdkVersion"];
// biome-ignore format: a list of names
const settled: ReadonlySet<string> = new Set([
  ...derived, "annotationId", "isDraft", "visibilityConfig.type", "iam.accessMode", "metadata.documentMetadata.documentName",
  "metadata.documentMetadata.folderId", ...placeKeys.filter((key) => key !== "documentMetadata").map((key) => `metadata.${key}`),
]);

interface Place {
  readonly organizationId: string;
  readonly documentId: string;
}

/** Converts a thread. Undefined if it must not be converted, which is counted. */
export function threadOf(annotation: Json, place: Place, context: Context): FoundThread | undefined {
  const annotationId = text(annotation.annotationId);
  const reason = leftOutBecause(annotation);
  if (reason !== undefined) {
    context.leftOut.count(reason, annotationId);
    return undefined;
  }
  const read = { item: annotation, thing: "thread", example: annotationId, settled };
  return context.leftOut.reading(read, (item) => keptThread(item, place, context));
}

function keptThread(annotation: Json, place: Place, context: Context): FoundThread {
  const annotationId = text(annotation.annotationId);
  const { createdAt, location, assignedTo, priority, type } = annotation;
  const { details, others } = threadFields(annotation);
  return {
    ...place,
    annotationId,
    status: statusOf(annotation),
    priority: isPresent(priority) ? labelOf(priority) : undefined,
    type: text(type),
    location: isPresent(location) ? whole(object(location)) : undefined,
    assignedTo: personOf(assignedTo),
    createdAt: context.times.of(createdAt, `The time of the thread ${annotationId}`),
    metadata: { ...picked(annotation, carried), ...others, ...without(object(annotation.metadata), placeKeys) },
    details,
    comments: objects(whole(annotation.comments)).flatMap((comment) => commentOf(comment, annotationId, context)),
  };
}

/** Why a thread must not be converted. In Parley everyone with access to the document could read it, so limited threads are left out. */
function leftOutBecause({ isDraft, suggestion, visibilityConfig, iam, agent }: Json): string | undefined {
  if (isDraft === true) return "draft of a thread";
  if (isPresent(suggestion) || isPresent(agent)) return "suggestion of an agent";
  const visibility = text(object(visibilityConfig).type);
  if ((visibility !== "" && visibility !== "public") || object(iam).accessMode === "private") return "thread that only some may read";
  return undefined;
}

function statusOf({ status, resolved: isResolved, inProgress }: Json): Json | undefined {
  if (isPresent(status)) return labelOf(status);
  if (isResolved === true) return resolved;
  return inProgress === true ? { id: "IN_PROGRESS", name: "In progress", type: "ongoing" } : undefined;
}

/** A status or a priority. */
function labelOf(label: unknown): Json {
  const { id, name, type, color, lightColor } = object(label);
  return { id, name, type, color, lightColor };
}
