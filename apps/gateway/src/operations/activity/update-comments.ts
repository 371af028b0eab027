import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { described } from "../described.ts";
import { exactlyOne, together, withRules } from "../field-rules.ts";
import { batchOf, id, ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { commentChange, toCommentChange, updatedData } from "./comment-fields.ts";

export const updateComments = operation({
  path: "/v2/commentannotations/comments/update",
  sdk: "comments.update",
  auth: "apiKey",
  role: "act",
  summary: "Update comments of an annotation.",
  description: described(
    "Applies the same `updatedData` to each of `commentIds`, or a list of changes in `comments`. The activity log attributes the changes to `actionUser`.",
    "Absent fields keep their values. The author never changes, whatever `from` says.",
    "Metadata is merged key by key; null removes a key.",
    "A change of text, HTML, tagged users or attachments marks the comment as edited.",
  ),
  rpc: ActivityService.method.updateComments,
  request: withRules(
    z.strictObject({
      ...place,
      annotationId: id().meta(texts.annotationId),
      commentIds: ids().optional().meta(texts.commentIds),
      updatedData: updatedData().optional().meta({ description: "The changes of each comment." }),
      comments: batchOf(commentChange()).optional().meta({ description: "What is changed, comment by comment." }),
      actionUser: user().optional().meta(texts.actionUser),
    }),
    exactlyOne("commentIds", "comments"),
    together("updatedData", "commentIds"),
  ),
  response: resultsWithId("commentId"),
  message: "Comments updated.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "typo",
      commentIds: ["typo-2"],
      updatedData: { commentText: "Done.", commentHtml: "<p>Done.</p>" },
      actionUser: { userId: "bob", name: "Bob Brown" },
    },
    response: { "typo-2": { success: true, id: "typo-2", message: "The comment was updated." } },
  },
  toRpc: ({ organizationId, documentId, annotationId, commentIds = [], updatedData = {}, comments = [], actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    comments: [
      ...commentIds.map((commentId) => toCommentChange(commentId, updatedData)),
      ...comments.map(({ commentId, ...change }) => toCommentChange(commentId, change)),
    ],
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
