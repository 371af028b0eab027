import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";

export const deleteCommentAnnotations = operation({
  path: "/v2/commentannotations/delete",
  sdk: "threads.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete comment annotations.",
  description: "Deletes annotations with their comments and reactions. The activity log attributes the deletion to `actionUser`.",
  rpc: ActivityService.method.deleteCommentAnnotations,
  request: z.strictObject({
    ...place,
    annotationIds: ids().meta(texts.annotationIds),
    actionUser: user().optional().meta(texts.actionUser),
  }),
  response: resultsWithId("annotationId"),
  message: "Comment annotations deleted.",
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationIds: ["typo"] },
    response: { typo: { success: true, id: "typo", message: "The annotation was deleted." } },
  },
  toRpc: ({ organizationId, documentId, annotationIds, actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationIds,
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
