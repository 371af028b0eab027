import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { annotationChange, toAnnotationChange } from "./annotation-fields.ts";

export const updateCommentAnnotations = operation({
  path: "/v2/commentannotations/update",
  sdk: "threads.update",
  auth: "apiKey",
  role: "act",
  summary: "Update comment annotations.",
  description:
    "Changes status, priority, assignment, type, location and metadata. Absent fields keep their values; null removes a value. The activity log attributes the changes to `actionUser`.",
  rpc: ActivityService.method.updateCommentAnnotations,
  request: z.strictObject({
    ...place,
    commentAnnotations: batchOf(annotationChange()).meta(texts.commentAnnotations),
    actionUser: user().optional().meta(texts.actionUser),
  }),
  response: resultsWithId("annotationId"),
  message: "Comment annotations updated.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      commentAnnotations: [
        {
          annotationId: "typo",
          status: "IN_PROGRESS",
          priority: { id: "P2", name: "Low" },
          assignedTo: { userId: "carol", name: "Carol Chen" },
        },
      ],
      actionUser: { userId: "bob", name: "Bob Brown" },
    },
    response: { typo: { success: true, id: "typo", message: "The annotation was updated." } },
  },
  toRpc: ({ organizationId, documentId, commentAnnotations, actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotations: commentAnnotations.map(toAnnotationChange),
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
