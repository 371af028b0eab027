import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id, numericId } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, reactions, resultsWithId, withId } from "./activity-fields.ts";

export const deleteReactions = operation({
  path: "/v2/commentannotations/comments/reactions/delete",
  sdk: "reactions.delete",
  auth: "apiKey",
  role: "act",
  summary: "Remove a user's reactions to a comment.",
  description: "Removing a reaction that does not exist succeeds.",
  rpc: ActivityService.method.deleteReactions,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    commentId: numericId().meta(texts.commentId),
    userId: id().meta(texts.userId),
    reactions: reactions().meta(texts.reactions),
  }),
  response: resultsWithId("reaction"),
  message: "Reactions deleted.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "typo",
      commentId: "typo-1",
      userId: "carol",
      reactions: ["👍"],
    },
    response: { "👍": { success: true, id: "👍", message: "The reaction was removed." } },
  },
  toRpc: ({ organizationId, documentId, annotationId, commentId, userId, reactions }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    commentId,
    userId,
    reactions,
  }),
  fromRpc: ({ results }) => withId(results),
});
