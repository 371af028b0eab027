import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { commentChange, toCommentChange } from "./comment-fields.ts";

export const updateComments = operation({
  path: "/v2/commentannotations/comments/update",
  sdk: "comments.update",
  auth: "apiKey",
  summary: "Change comments of a comment annotation.",
  description:
    "What is absent stays; metadata is merged key by key, null removes a key. Whenever text, html, tagged users or attachments change, the comment is " +
    "marked as edited. `actionUser` is to whom the activity log ascribes the changes.",
  rpc: ActivityService.method.updateComments,
  request: z.strictObject({ ...place, annotationId: id(), comments: batchOf(commentChange()), actionUser: user().optional() }),
  response: resultsWithId("commentId"),
  message: "Comments updated.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "typo",
      comments: [{ commentId: "typo-2", text: "Done.", html: "<p>Done.</p>" }],
      actionUser: { userId: "bob", name: "Bob Brown" },
    },
    response: { "typo-2": { success: true, id: "typo-2", message: "The comment was updated." } },
  },
  toRpc: ({ organizationId, documentId, annotationId, comments, actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    comments: comments.map(toCommentChange),
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
