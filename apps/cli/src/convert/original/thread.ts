import { type FoundThread, ownPlaceKeys, resolved } from "../model/found.ts";
import { isPresent, type Json, object, objects, picked, text, without } from "../model/json.ts";
import type { Context } from "../model/source.ts";
import { commentOf, personOf } from "./comment.ts";

// Kept in the thread's metadata: where the thread is anchored, and other data that an application needs to draw it.
// biome-ignore format: a list of names
const carried = [
  "annotationNumber", "areaAnnotationId", "approved", "color", "commentCategories", "commentType", "context", "contextId", "customList",
  "documentParams", "inlineCommentSectionConfig", "isPageAnnotation", "multiThreadAnnotationId", "pageInfo", "position", "positionX", "positionY",
  "screenHeight", "screenScrollHeight", "screenScrollTop", "screenWidth", "selectAllContent", "sourceId", "sourceType", "taggedElementPath",
  "taggedElementRect", "targetElement", "targetElementId", "targetInlineCommentElementId", "targetTextRange",
];

// Left out: data that Parley derives itself, and the place of the thread.
// biome-ignore format: a list of names
const derived = [
  "annotationIndex", "documentParamsId", "from", "inProgress", "involvedUserIds", "lastUpdated", "locationId", "mentionedUserIds", "resolved", "unread",
];

const taken = [
  "annotationId",
  "assignedTo",
  "comments",
  "createdAt",
  "isDraft",
  "location",
  "metadata",
  "priority",
  "status",
  "type",
  "visibilityConfig",
];
const known: ReadonlySet<string> = new Set([...carried, ...derived, ...taken]);
const placeKeys = [...ownPlaceKeys, "clientDocumentId", "clientOrganizationId", "documentMetadata", "sdkVersion"];

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
  context.leftOut.fields(annotation, known, "thread", annotationId);
  const { createdAt, location, assignedTo, priority, type } = annotation;
  return {
    ...place,
    annotationId,
    status: statusOf(annotation),
    priority: isPresent(priority) ? object(priority) : undefined,
    type: text(type),
    location: isPresent(location) ? object(location) : undefined,
    assignedTo: personOf(assignedTo),
    createdAt: context.times.of(createdAt, `The time of the thread ${annotationId}`),
    metadata: { ...picked(annotation, carried), ...without(object(annotation.metadata), placeKeys) },
    comments: objects(annotation.comments).flatMap((comment) => commentOf(comment, annotationId, context)),
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
  if (isPresent(status)) return object(status);
  if (isResolved === true) return resolved;
  return inProgress === true ? { id: "IN_PROGRESS", name: "In progress", type: "ongoing" } : undefined;
}
