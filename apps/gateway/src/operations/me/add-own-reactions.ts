import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, reactions, resultsWithId, withId } from "../activity/activity-fields.ts";
import { id, numericId } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { acting } from "./me-fields.ts";

export const addOwnReactions = operation({
  path: "/v2/me/reactions/add",
  sdk: "me.addReactions",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter" },
  summary: "Add the user's reactions to a comment.",
  description: "Works as `/v2/commentannotations/comments/reactions/add`, for the user.",
  rpc: CollaborationService.method.addReactions,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    commentId: numericId().meta(texts.commentId),
    reactions: reactions().meta(texts.reactions),
  }),
  response: resultsWithId("reaction"),
  message: "Reactions added.",
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationId: "wording", commentId: "wording-1", reactions: ["👍"] },
    response: { "👍": { success: true, id: "👍", message: "The reaction was added." } },
  },
  toRpc: ({ annotationId, commentId, reactions, ...data }, credential) => {
    const { onlyOwn: _, ...by } = acting(data, credential);
    return { ...by, annotationId, commentId, reactions };
  },
  fromRpc: ({ results }) => withId(results),
});
