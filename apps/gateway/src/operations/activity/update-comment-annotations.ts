import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { annotationChange, toAnnotationChange } from "./annotation-fields.ts";
import { annotationsWanted } from "./wanted-fields.ts";

export const updateCommentAnnotations = operation({
  path: "/v2/commentannotations/update",
  sdk: "threads.update",
  auth: "apiKey",
  role: "act",
  summary: "Update comment annotations.",
  description: described(
    "Changes all threads of the document that match each given list of `annotationIds`, `locationIds` and `userIds`; without a list, all threads of the document.",
    "Changes status, priority, assignment, type, location, metadata, details of the page and, for imports, times. Absent fields keep their values; null removes a value.",
    "The response has an entry for each thread that matches, and for each of `annotationIds`. If more than 10,000 threads match, nothing is changed and the request fails with FAILED_PRECONDITION.",
    "The activity log attributes the changes to `actionUser`, else to `updatedData.from`.",
  ),
  rpc: ActivityService.method.updateCommentAnnotations,
  request: z.strictObject({
    ...place,
    ...annotationsWanted,
    updatedData: annotationChange().meta({ description: "The changes, the same for each thread." }),
    actionUser: user().optional().meta(texts.actionUser),
  }),
  filters: ["annotationIds", "locationIds", "userIds"],
  response: resultsWithId("annotationId"),
  message: "Comment annotations updated.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationIds: ["typo"],
      updatedData: {
        status: { id: "IN_PROGRESS", name: "In progress", type: "ongoing" },
        priority: { id: "P2", name: "Low" },
        assignedTo: { userId: "carol", name: "Carol Chen" },
      },
      actionUser: { userId: "bob", name: "Bob Brown" },
    },
    response: { typo: { success: true, id: "typo", message: "The annotation was updated." } },
  },
  toRpc: ({ organizationId, documentId, annotationIds = [], locationIds = [], userIds = [], updatedData, actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationIds,
    locationIds,
    userIds,
    change: toAnnotationChange(updatedData),
    ...toUserPart("actionUser", actionUser ?? updatedData.from),
  }),
  fromRpc: ({ results }) => withId(results),
});
