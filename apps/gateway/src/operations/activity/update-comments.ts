import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { toCommentChange, updatedData } from "./comment-fields.ts";
import { commentsWanted } from "./wanted-fields.ts";

export const updateComments = operation({
  path: "/v2/commentannotations/comments/update",
  sdk: "comments.update",
  auth: "apiKey",
  role: "act",
  summary: "Update comments of an annotation.",
  description: described(
    "Changes the comments that match each given list of `commentIds` and `userIds`; without a list, all comments of the annotation. The activity log attributes the changes to `actionUser`.",
    "Absent fields keep their values. The author never changes, whatever `from` says.",
    "Metadata is merged key by key; null removes a key.",
    "A change of text, HTML, tagged users or attachments marks the comment as edited.",
  ),
  rpc: ActivityService.method.updateComments,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    ...commentsWanted,
    updatedData: updatedData().meta({ description: "The changes, the same for each comment." }),
    triggerNotification: z.boolean().optional().meta({ description: "With false, nobody is notified of the changes." }),
    actionUser: user().optional().meta(texts.actionUser),
  }),
  filters: ["commentIds", "userIds"],
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
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, documentId, annotationId, commentIds = [], userIds = [], updatedData, triggerNotification, actionUser } = data;
    const wanted = { apiKeyId, organizationId, documentId, annotationId, commentIds, userIds };
    const by = toUserPart("actionUser", actionUser);
    return { ...wanted, change: toCommentChange(updatedData), isSilent: triggerNotification === false, ...by };
  },
  fromRpc: ({ results }) => withId(results),
});
