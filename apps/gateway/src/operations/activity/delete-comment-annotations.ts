import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { annotationsWanted } from "./wanted-fields.ts";

export const deleteCommentAnnotations = operation({
  path: "/v2/commentannotations/delete",
  sdk: "threads.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete comment annotations.",
  description: described(
    "Deletes all threads of the document that match each given list of `annotationIds`, `locationIds` and `userIds`, with their comments and reactions; without a list, all threads of the document.",
    "The response has an entry for each thread that matches, and for each of `annotationIds`. If more than 10,000 threads match, nothing is deleted and the request fails with FAILED_PRECONDITION.",
    "The activity log attributes the deletion to `actionUser`.",
  ),
  rpc: ActivityService.method.deleteCommentAnnotations,
  request: z.strictObject({ ...place, ...annotationsWanted, actionUser: user().optional().meta(texts.actionUser) }),
  filters: ["annotationIds", "locationIds", "userIds"],
  response: resultsWithId("annotationId"),
  message: "Comment annotations deleted.",
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationIds: ["typo"] },
    response: { typo: { success: true, id: "typo", message: "The annotation was deleted." } },
  },
  toRpc: ({ organizationId, documentId, annotationIds = [], locationIds = [], userIds = [], actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationIds,
    locationIds,
    userIds,
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
