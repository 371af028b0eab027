import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { commentsWanted } from "./wanted-fields.ts";

export const deleteComments = operation({
  path: "/v2/commentannotations/comments/delete",
  sdk: "comments.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete comments of an annotation.",
  description:
    "Deletes the comments that match each given list of `commentIds` and `userIds`, with their reactions; without a list, all comments of the annotation. The annotation stays, even without comments. The activity log attributes the deletion to `actionUser`.",
  rpc: ActivityService.method.deleteComments,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    ...commentsWanted,
    actionUser: user().optional().meta(texts.actionUser),
  }),
  filters: ["commentIds", "userIds"],
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
  toRpc: ({ organizationId, documentId, annotationId, commentIds = [], userIds = [], actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    commentIds,
    userIds,
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
