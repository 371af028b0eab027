import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id, numericId } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, reactions, resultsWithId, withId } from "./activity-fields.ts";
import { toUser, user } from "./activity-user.ts";

export const addReactions = operation({
  path: "/v2/commentannotations/comments/reactions/add",
  sdk: "reactions.add",
  auth: "apiKey",
  role: "act",
  summary: "Add a user's reactions to a comment.",
  description: "A reaction is an emoji or the name of one. Adding the same reaction again changes nothing.",
  rpc: ActivityService.method.addReactions,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    commentId: numericId().meta(texts.commentId),
    user: user().meta({ description: "Who reacts." }),
    reactions: reactions().meta(texts.reactions),
  }),
  response: resultsWithId("reaction"),
  message: "Reactions added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "typo",
      commentId: "typo-1",
      user: { userId: "carol", name: "Carol Chen" },
      reactions: ["👍"],
    },
    response: { "👍": { success: true, id: "👍", message: "The reaction was added." } },
  },
  toRpc: ({ organizationId, documentId, annotationId, commentId, user, reactions }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    commentId,
    user: toUser(user),
    reactions,
  }),
  fromRpc: ({ results }) => withId(results),
});
