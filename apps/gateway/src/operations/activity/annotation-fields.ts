import type { CommentAnnotation } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { freeForm, fromJsonText, id, limits, time, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, lastUpdated, toJson, toTimes } from "./activity-fields.ts";
import { fromLocation, location, storedLocation, toLocation } from "./activity-location.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";
import { fromComment, newComment, storedComment, toNewComment } from "./comment-fields.ts";
import { storedThreadDetails, threadDetails, toThreadDetails } from "./detail-fields.ts";
import { fromPriority, fromStatus, idOf, priority, status, storedPriority, storedStatus, toLabels } from "./label-fields.ts";
import { ownMetadata, placedMetadata, toPlacedMetadata } from "./place-metadata.ts";

/** An annotation to be added, with its first comments. */
export const newAnnotation = () =>
  z
    .strictObject({
      annotationId: id().optional().meta(texts.annotationId),
      status: status().optional(),
      priority: priority().optional(),
      type: id().optional().meta(texts.threadType),
      location: location().optional().meta(texts.location),
      assignedTo: user().optional().meta(texts.assignedTo),
      metadata: ownMetadata().meta(texts.ownKeys),
      commentData: z.array(newComment()).max(limits.items).optional().meta(texts.commentData),
      comments: z.array(newComment()).max(limits.items).optional().meta({ description: "Another name of `commentData`." }),
      visibility: visibility(),
      ...threadDetails(),
      createdAt: createdAt(),
      lastUpdated: lastUpdated(),
    })
    .meta({ title: "NewThread" });

/** Who may see a thread: all who may see its document. */
const visibility = () =>
  z
    .strictObject({
      type: z
        .string()
        .refine((type) => type === "public", 'must be "public": threads cannot be hidden from users of their document')
        .meta({ enum: ["public"], description: "Always `public`: who may see the document may see the thread." }),
    })
    .meta({ title: "ThreadVisibility" })
    .optional()
    .meta({ description: "Who may see the thread." });

export function toNewAnnotation(item: z.output<ReturnType<typeof newAnnotation>>) {
  const { commentData = [], comments = [] } = item;
  return { annotation: toAnnotationDraft(item), comments: [...commentData, ...comments].map(toNewComment), ...toTimes(item) };
}

type Draft = Omit<z.output<ReturnType<typeof newAnnotation>>, "commentData" | "comments" | "visibility" | "createdAt" | "lastUpdated">;

/** The draft of an annotation to be added, without its comments. */
export function toAnnotationDraft(item: Draft) {
  const { annotationId = "", status, priority, type = "", location, assignedTo, metadata } = item;
  return {
    annotationId,
    status: status === undefined ? "" : idOf(status),
    priority: priority === undefined ? "" : idOf(priority),
    ...toLabels(status, priority),
    type,
    ...(location === undefined ? {} : { location: toLocation(location) }),
    ...(assignedTo === undefined ? {} : { assignee: toUser(assignedTo) }),
    metadataJson: toJson(metadata),
    detailsJson: toThreadDetails(item),
  };
}

/** Changes of annotations: absent fields keep their values, null removes. */
export const annotationChange = () =>
  z
    .strictObject({
      status: status().optional(),
      priority: priority().nullable().optional().meta({ description: "The priority of the thread." }),
      type: id().nullable().optional().meta(texts.threadType),
      location: location().nullable().optional().meta(texts.location),
      assignedTo: user().nullable().optional().meta(texts.assignedTo),
      metadata: ownMetadata().meta({ description: "Merged key by key; null removes a key." }),
      statusUpdatedByUserId: id().optional().meta({ description: "The user who changes the status; otherwise the acting user." }),
      resolvedByUserId: id().optional().meta({ description: "The same, for a status of the type `terminal`." }),
      from: user()
        .optional()
        .meta({ description: "The acting user, unless `actionUser` is given. The author of a thread is that of its first comment." }),
      visibility: visibility(),
      ...threadDetails(),
      createdAt: time().optional().meta({ description: "The time of creation, for imports." }),
      lastUpdated: lastUpdated(),
    })
    .meta({ title: "ThreadChange" });

type Change = Omit<z.output<ReturnType<typeof annotationChange>>, "from" | "visibility">;

export function toAnnotationChange(item: Change) {
  const { status, priority, type, location, assignedTo, metadata, statusUpdatedByUserId, resolvedByUserId } = item;
  return {
    statusUserId: resolvedByUserId ?? statusUpdatedByUserId ?? "",
    ...toTimes(item),
    detailsJson: toThreadDetails(item),
    status: status === undefined ? "" : idOf(status),
    ...(priority === undefined ? {} : { priority: priority === null ? "" : idOf(priority) }),
    ...toLabels(status, priority),
    ...(type === undefined ? {} : { type: type ?? "" }),
    locationChange: locationChange(location),
    assigneeChange: assigneeChange(assignedTo),
    metadataJson: toJson(metadata),
  };
}

function locationChange(item: z.output<ReturnType<typeof location>> | null | undefined) {
  if (item === undefined) return { case: undefined };
  return item === null ? ({ case: "removeLocation", value: true } as const) : ({ case: "location", value: toLocation(item) } as const);
}

function assigneeChange(item: z.output<ReturnType<typeof user>> | null | undefined) {
  if (item === undefined) return { case: undefined };
  return item === null ? ({ case: "unassign", value: true } as const) : ({ case: "assignee", value: toUser(item) } as const);
}

/** An annotation in a response, with its thread. */
export const storedAnnotation = z
  .object({
    organizationId: z.string().meta(texts.organizationId),
    documentId: z.string().meta(texts.documentId),
    annotationId: z.string().meta(texts.annotationId),
    status: storedStatus.meta({ description: "The status of the thread." }),
    statusUpdatedByUserId: z.string().optional().meta({ description: "The user who last changed the status, if one was named." }),
    resolvedByUserId: z.string().optional().meta({ description: "The same user, while the status is of the type `terminal`." }),
    priority: storedPriority.optional().meta({ description: "The priority of the thread." }),
    type: z.string().optional().meta(texts.threadType),
    location: storedLocation.meta(texts.location),
    locationId: z.string().optional().meta(texts.locationId),
    from: storedUser.optional().meta({ description: "The author of the first comment; absent without comments." }),
    assignedTo: storedUser.optional().meta(texts.assignedTo),
    involvedUserIds: z.array(z.string()).meta({ description: "The users who wrote a comment, are tagged in one, or are the assignee." }),
    mentionedUserIds: z.array(z.string()).meta({ description: "The users tagged in a comment." }),
    commentCategories: z.array(freeForm()).meta({ description: "Always empty, for code that expects it." }),
    iam: freeForm().meta({ description: "Always empty, for code that expects it." }),
    ...storedThreadDetails,
    comments: z.array(storedComment).meta({ description: "Oldest first." }),
    createdAt: wholeNumber().meta(texts.createdAt),
    lastUpdated: wholeNumber().meta(texts.lastUpdated),
    metadata: placedMetadata,
  })
  .meta({ title: "CommentAnnotation" });

export function fromAnnotation(apiKey: string, annotation: CommentAnnotation) {
  const { organizationId, documentId, annotationId, type, assignee, comments } = annotation;
  const [first] = comments;
  const location = fromLocation(annotation.location);
  const priority = fromPriority(annotation);
  return {
    ...(fromJsonText(annotation.detailsJson) as JsonObject),
    organizationId,
    documentId,
    annotationId,
    ...(type === undefined ? {} : { type }),
    location,
    status: fromStatus(annotation),
    ...statusUsers(annotation),
    ...(priority === undefined ? {} : { priority }),
    ...(location?.id === undefined ? {} : { locationId: location.id }),
    ...(first?.author === undefined ? {} : { from: fromUser(first.author) }),
    ...(assignee === undefined ? {} : { assignedTo: fromUser(assignee) }),
    involvedUserIds: annotation.involvedUsers.map(({ userId }) => userId),
    mentionedUserIds: annotation.mentionedUsers.map(({ userId }) => userId),
    commentCategories: [],
    iam: {},
    comments: comments.map(fromComment),
    createdAt: Number(annotation.createdAtMs),
    lastUpdated: Number(annotation.updatedAtMs),
    metadata: toPlacedMetadata(apiKey, annotation, annotation.metadataJson),
  };
}

function statusUsers({ statusUserId, statusType }: CommentAnnotation) {
  if (statusUserId === "") return {};
  return { statusUpdatedByUserId: statusUserId, ...(statusType === "terminal" ? { resolvedByUserId: statusUserId } : {}) };
}
