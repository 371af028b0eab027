import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, resultsWithId, withId } from "../activity/activity-fields.ts";
import { location } from "../activity/activity-location.ts";
import { toAnnotationDraft } from "../activity/annotation-fields.ts";
import { toCommentDraft } from "../activity/comment-fields.ts";
import { threadDetails } from "../activity/detail-fields.ts";
import { priority, status } from "../activity/label-fields.ts";
import { ownMetadata } from "../activity/place-metadata.ts";
import { batchOf, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { acting, editorsField, ownComment, person, toPerson } from "./me-fields.ts";
import { namedPeople } from "./named-people.ts";

const newThread = () =>
  z
    .strictObject({
      annotationId: id().optional().meta(texts.annotationId),
      status: status().optional(),
      priority: priority().optional(),
      type: id().optional().meta(texts.threadType),
      location: location().optional().meta(texts.location),
      assignedTo: person().optional().meta(texts.assignedTo),
      metadata: ownMetadata().meta(texts.ownKeys),
      ...threadDetails(),
      commentData: batchOf(ownComment()).meta(texts.commentData),
    })
    .meta({ title: "OwnThreadInput" });

export const addThreads = operation({
  path: "/v2/me/threads/add",
  sdk: "me.addThreads",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter", editorsOnly: editorsField, people: namedPeople },
  summary: "Start threads in a document.",
  description: described(
    "Works as `/v2/commentannotations/add`, with the user as author of all comments.",
    "A thread belongs to the author of its first comment.",
    "If a thread with the id exists and is the user's, it is changed. If it is somebody else's, only the comments are added.",
    "`status`, `priority` and `assignedTo` need the role editor.",
    "`taggedUserContacts` and `assignedTo` may name only users who may enter the document.",
  ),
  rpc: CollaborationService.method.addCommentAnnotations,
  request: z.strictObject({ ...place, commentAnnotations: batchOf(newThread()).meta(texts.commentAnnotations) }),
  response: resultsWithId("annotationId", {
    annotationId: z.string().meta(texts.annotationId),
    commentIds: z.array(z.string()).meta(texts.commentIds),
  }),
  message: "Threads added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      commentAnnotations: [{ annotationId: "wording", commentData: [{ commentId: "wording-1", commentText: "Shorter?" }] }],
    },
    response: {
      wording: { success: true, id: "wording", annotationId: "wording", commentIds: ["wording-1"], message: "The annotation was added." },
    },
  },
  toRpc: ({ commentAnnotations, ...data }, credential) => ({
    ...acting(data, credential),
    annotations: commentAnnotations.map(({ commentData, assignedTo, ...thread }) => ({
      annotation: toAnnotationDraft({ ...thread, assignedTo: assignedTo && toPerson(assignedTo) }),
      comments: commentData.map(toCommentDraft),
    })),
  }),
  fromRpc: ({ results }) =>
    withId(
      results.flatMap(({ result, commentIds }) => (result === undefined ? [] : [{ ...result, commentIds }])),
      ({ id: annotationId, commentIds }) => ({ annotationId, commentIds }),
    ),
});
