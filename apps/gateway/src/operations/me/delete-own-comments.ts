import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, resultsWithId, withId } from "../activity/activity-fields.ts";
import { id, numericIds } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { acting } from "./me-fields.ts";

export const deleteOwnComments = operation({
  path: "/v2/me/comments/delete",
  sdk: "me.deleteComments",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter" },
  summary: "Delete the user's comments.",
  description: described("Works as `/v2/commentannotations/comments/delete`.", "A comment of somebody else fails with `not_own`."),
  rpc: CollaborationService.method.deleteComments,
  request: z.strictObject({ ...place, annotationId: id().meta(texts.annotationId), commentIds: numericIds().meta(texts.commentIds) }),
  response: resultsWithId("commentId"),
  message: "Comments deleted.",
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationId: "wording", commentIds: ["wording-2"] },
    response: { "wording-2": { success: true, id: "wording-2", message: "The comment was deleted." } },
  },
  toRpc: ({ annotationId, commentIds, ...data }, credential) => ({ ...acting(data, credential), annotationId, commentIds }),
  fromRpc: ({ results }) => withId(results),
});
