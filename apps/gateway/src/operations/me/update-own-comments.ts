import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, resultsWithId, withId } from "../activity/activity-fields.ts";
import { toCommentChange } from "../activity/comment-fields.ts";
import { id, numericIds } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { acting, ownContent } from "./me-fields.ts";
import { namedPeople } from "./named-people.ts";

export const updateOwnComments = operation({
  path: "/v2/me/comments/update",
  sdk: "me.updateComments",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter", people: namedPeople },
  summary: "Change the user's comments.",
  description: described(
    "Works as `/v2/commentannotations/comments/update`.",
    "A comment of somebody else fails with `not_own`.",
    "`taggedUserContacts` may name only users who may enter the document.",
  ),
  rpc: CollaborationService.method.updateComments,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    commentIds: numericIds().meta(texts.commentIds),
    updatedData: z.strictObject(ownContent()).meta({ description: "The changes, the same for each comment." }),
  }),
  response: resultsWithId("commentId"),
  message: "Comments updated.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "wording",
      commentIds: ["wording-1"],
      updatedData: { commentText: "Much shorter?" },
    },
    response: { "wording-1": { success: true, id: "wording-1", message: "The comment was updated." } },
  },
  toRpc: ({ annotationId, commentIds, updatedData, ...data }, credential) => ({
    ...acting(data, credential),
    annotationId,
    commentIds,
    change: toCommentChange(updatedData),
  }),
  fromRpc: ({ results }) => withId(results),
});
