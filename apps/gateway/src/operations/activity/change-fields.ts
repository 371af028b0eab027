import type { Change } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { freeForm, id, limits, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromUser, storedUser } from "./activity-user.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";

/** The fields of a request for changes, except the waiting time. */
export const changesFilter = {
  organizationId: id().optional().meta(texts.organizationId),
  documentId: id().optional().meta(texts.documentId),
  actionTypes: z
    .array(id())
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "One of these: `comment.add`, `document.delete`, a word of your own records, …" }),
  cursor: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .meta({ description: "Where to begin: `start`, `now` (default), or a `nextCursor` returned for the same filters." }),
  pageSize: z.number().int().min(1).max(limits.pageSize).optional().meta(texts.pageSize),
  include: z
    .array(z.enum(["thread"]))
    .max(1)
    .optional()
    .meta({ description: "`thread`: each change has its thread as it is now." }),
};

/** A request for changes as its service takes it. */
export function changesRequest(apiKeyId: string, filter: z.output<z.ZodObject<typeof changesFilter>>) {
  const { organizationId = "", documentId = "", actionTypes = [], cursor = "now", pageSize = 0, include = [] } = filter;
  return { apiKeyId, organizationId, documentId, actionTypes, cursor, pageSize, withThreads: include.includes("thread") };
}

/** A change in a response. */
export const storedChange = z
  .object({
    changeId: z.string().meta({ description: "Unique. A record that is changed later is delivered again with another id." }),
    featureType: z.string().meta({ description: "`comment`, `reaction`, `recorder`, `removal`, or a word of your own." }),
    actionType: z.string().meta({ description: "The kind of event, in a word." }),
    organizationId: z.string().nullable().meta(texts.organizationId),
    documentId: z.string().nullable().meta(texts.documentId),
    annotationId: z.string().nullable().meta(texts.annotationId),
    commentId: z.string().nullable().meta(texts.commentId),
    recordingId: z.string().nullable().meta({ description: "Id of the recording." }),
    activityId: z.string().nullable().meta({ description: "The record in the activity log; null for a removal." }),
    folderId: z.string().nullable().meta({ description: "The folder that is removed, with everything in it." }),
    locationId: z.string().nullable().meta({ description: "The location that is removed." }),
    jobId: z.string().nullable().meta({ description: "The job of a removal." }),
    actionUser: storedUser.nullable().meta(texts.actionUser),
    changes: freeForm().nullable().meta({ description: "The changed fields, each with `{from, to}`." }),
    occurredAt: wholeNumber().meta({ description: "Time of the change, in milliseconds since the epoch." }),
    thread: storedAnnotation
      .nullable()
      .optional()
      .meta({ description: "On request: the thread as it is now, null if it has been deleted." }),
  })
  .meta({ title: "Change" });

export function fromChange(apiKeyId: string, change: Change, withThread: boolean): z.output<typeof storedChange> {
  const thread = change.thread === undefined ? null : fromAnnotation(apiKeyId, change.thread);
  return {
    changeId: change.changeId,
    featureType: change.featureType,
    actionType: change.actionType,
    organizationId: change.organizationId || null,
    documentId: change.documentId || null,
    annotationId: change.annotationId || null,
    commentId: change.commentId || null,
    recordingId: change.recordingId || null,
    activityId: change.activityId || null,
    folderId: change.folderId || null,
    locationId: change.locationId || null,
    jobId: change.jobId || null,
    actionUser: change.actionUser === undefined ? null : fromUser(change.actionUser),
    changes: change.changesJson === "" ? null : (JSON.parse(change.changesJson) as JsonObject),
    occurredAt: Number(change.occurredAtMs),
    ...(withThread ? { thread: thread as z.output<typeof storedAnnotation> | null } : {}),
  };
}
