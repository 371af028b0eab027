import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id, ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";

export const deleteComments = operation({
  path: "/v2/commentannotations/comments/delete",
  sdk: "comments.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete comments of an annotation.",
  description:
    "Deletes comments with their reactions. The annotation stays, even without comments. The activity log attributes the deletion to `actionUser`.",
  rpc: ActivityService.method.deleteComments,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    commentIds: ids().meta(texts.commentIds),
    actionUser: user().optional().meta(texts.actionUser),
  }),
  response: resultsWithId("commentId"),
  message: "Comments deleted.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "typo",
      commentIds: ["typo-2"],
      actionUser: { userId: "bob", name: "Bob Brown" },
    },
    response: { "typo-2": { success: true, id: "typo-2", message: "The comment was deleted." } },
  },
  toRpc: ({ organizationId, documentId, annotationId, commentIds, actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    commentIds,
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
