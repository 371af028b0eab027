import type { CommentAnnotation } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { forbidding } from "../field-rules.ts";
import { freeForm, fromJsonText, id, limits, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromLocation, location, storedLocation, toLocation } from "./activity-location.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";
import { fromComment, newComment, storedComment, toNewComment } from "./comment-fields.ts";
import { fromPriority, fromStatus, idOf, priority, status, storedPriority, storedStatus, toLabels } from "./label-fields.ts";

const placeKeys = ["apiKey", "organizationId", "documentId", "folderId"] as const;

/** The customer's own keys of a thread; the keys of its place cannot be set. */
export const threadMetadata = () => {
  const { check, schema } = forbidding(placeKeys);
  return freeForm()
    .superRefine(check)
    .meta({ type: "object", additionalProperties: true, ...schema })
    .optional();
};

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
      metadata: threadMetadata().meta(texts.ownKeys),
      commentData: z.array(newComment()).max(limits.items).optional().meta(texts.commentData),
      createdAt: createdAt(),
    })
    .meta({ title: "NewThread" });

export function toNewAnnotation(item: z.output<ReturnType<typeof newAnnotation>>) {
  const { commentData = [], createdAt } = item;
  return { annotation: toAnnotationDraft(item), comments: commentData.map(toNewComment), ...toCreatedAt(createdAt) };
}

/** The draft of an annotation to be added, without its comments. */
export function toAnnotationDraft(item: Omit<z.output<ReturnType<typeof newAnnotation>>, "commentData" | "createdAt">) {
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
  };
}

/** Changes of an annotation: absent fields keep their values, null removes. */
export const annotationChange = () =>
  z
    .strictObject({
      annotationId: id().meta(texts.annotationId),
      status: status().optional(),
      priority: priority().nullable().optional().meta({ description: "The priority of the thread." }),
      type: id().nullable().optional().meta(texts.threadType),
      location: location().nullable().optional().meta(texts.location),
      assignedTo: user().nullable().optional().meta(texts.assignedTo),
      metadata: threadMetadata().meta({ description: "Merged key by key; null removes a key." }),
    })
    .meta({ title: "ThreadChange" });

export function toAnnotationChange(item: z.output<ReturnType<typeof annotationChange>>) {
  const { annotationId, status, priority, type, location, assignedTo, metadata } = item;
  return {
    annotationId,
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
export const storedAnnotation = z.object({
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().meta(texts.documentId),
  annotationId: z.string().meta(texts.annotationId),
  status: storedStatus.meta({ description: "The status of the thread." }),
  priority: storedPriority.nullable().meta({ description: "The priority of the thread." }),
  type: z.string().nullable().meta(texts.threadType),
  location: storedLocation.meta(texts.location),
  locationId: z.string().nullable().meta(texts.locationId),
  from: storedUser.nullable().meta({ description: "The author of the first comment; null without comments." }),
  assignedTo: storedUser.nullable().meta(texts.assignedTo),
  involvedUsers: z.array(storedUser).meta({ description: "The users who wrote a comment, are tagged in one, or are the assignee." }),
  mentionedUsers: z.array(storedUser).meta({ description: "The users tagged in a comment." }),
  comments: z.array(storedComment).meta({ description: "Oldest first." }),
  createdAt: wholeNumber().meta(texts.createdAt),
  lastUpdated: wholeNumber().meta(texts.lastUpdated),
  metadata: z
    .looseObject({
      apiKey: z.string().meta(texts.apiKey),
      organizationId: z.string().meta(texts.organizationId),
      documentId: z.string().meta(texts.documentId),
      folderId: z.string().nullable().meta(texts.folderId),
    })
    .meta({ title: "ThreadMetadata", description: "The place of the thread, and your own keys." }),
});

export function fromAnnotation(apiKey: string, annotation: CommentAnnotation) {
  const { organizationId, documentId, annotationId, type = null, assignee, comments } = annotation;
  const location = fromLocation(annotation.location);
  const place = { apiKey, organizationId, documentId, folderId: annotation.folderId || null };
  return {
    organizationId,
    documentId,
    annotationId,
    type,
    location,
    status: fromStatus(annotation),
    priority: fromPriority(annotation),
    locationId: location?.id ?? null,
    from: comments[0]?.author === undefined ? null : fromUser(comments[0].author),
    assignedTo: assignee === undefined ? null : fromUser(assignee),
    involvedUsers: annotation.involvedUsers.map(fromUser),
    mentionedUsers: annotation.mentionedUsers.map(fromUser),
    comments: comments.map(fromComment),
    createdAt: Number(annotation.createdAtMs),
    lastUpdated: Number(annotation.updatedAtMs),
    metadata: { ...(fromJsonText(annotation.metadataJson) as JsonObject), ...place },
  };
}
