import type { CommentAnnotation } from "@parley/contracts/activity";
import * as z from "zod";
import { freeForm, fromJsonText, id, limits } from "../fields.ts";
import { createdAt, metadata, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromLocation, location, storedLocation, toLocation } from "./activity-location.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";
import { fromComment, newComment, storedComment, toNewComment } from "./comment-fields.ts";

/** An annotation to be added, with its first comments. */
export const newAnnotation = () =>
  z.strictObject({
    annotationId: id().optional(),
    status: id().optional().meta({ description: "Any word; `OPEN` for a new annotation that does not say." }),
    priority: id().optional(),
    type: id().optional(),
    location: location().optional(),
    assignee: user().optional(),
    metadata: metadata(),
    comments: z.array(newComment()).max(limits.items).optional(),
    createdAt: createdAt(),
  });

export function toNewAnnotation(item: z.output<ReturnType<typeof newAnnotation>>) {
  const { annotationId = "", status = "", priority = "", type = "", location, assignee, metadata, comments = [], createdAt } = item;
  return {
    annotation: {
      annotationId,
      status,
      priority,
      type,
      ...(location === undefined ? {} : { location: toLocation(location) }),
      ...(assignee === undefined ? {} : { assignee: toUser(assignee) }),
      metadataJson: toJson(metadata),
    },
    comments: comments.map(toNewComment),
    ...toCreatedAt(createdAt),
  };
}

/** What to change in an annotation: what is absent stays, null removes. */
export const annotationChange = () =>
  z.strictObject({
    annotationId: id(),
    status: id().optional(),
    priority: id().nullable().optional(),
    type: id().nullable().optional(),
    location: location().nullable().optional(),
    assignee: user().nullable().optional(),
    metadata: metadata().meta({ description: "Merged key by key; null removes a key." }),
  });

export function toAnnotationChange(item: z.output<ReturnType<typeof annotationChange>>) {
  const { annotationId, status = "", priority, type, location, assignee, metadata } = item;
  return {
    annotationId,
    status,
    ...(priority === undefined ? {} : { priority: priority ?? "" }),
    ...(type === undefined ? {} : { type: type ?? "" }),
    locationChange: locationChange(location),
    assigneeChange: assigneeChange(assignee),
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

/** An annotation as it is read, with its thread. */
export const storedAnnotation = z.object({
  organizationId: z.string(),
  documentId: z.string(),
  annotationId: z.string(),
  status: z.string(),
  priority: z.string().nullable(),
  type: z.string().nullable(),
  location: storedLocation,
  assignee: storedUser.nullable(),
  involvedUsers: z.array(storedUser).meta({ description: "Who wrote a comment, is tagged in one, or is the assignee." }),
  mentionedUsers: z.array(storedUser).meta({ description: "Who is tagged in a comment." }),
  metadata: freeForm(),
  comments: z.array(storedComment).meta({ description: "Oldest first." }),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export function fromAnnotation(annotation: CommentAnnotation) {
  const { organizationId, documentId, annotationId, status, priority = null, type = null, assignee } = annotation;
  return {
    organizationId,
    documentId,
    annotationId,
    status,
    priority,
    type,
    location: fromLocation(annotation.location),
    assignee: assignee === undefined ? null : fromUser(assignee),
    involvedUsers: annotation.involvedUsers.map(fromUser),
    mentionedUsers: annotation.mentionedUsers.map(fromUser),
    metadata: fromJsonText(annotation.metadataJson),
    comments: annotation.comments.map(fromComment),
    createdAt: Number(annotation.createdAtMs),
    updatedAt: Number(annotation.updatedAtMs),
  };
}
