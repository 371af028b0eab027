import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, resultsWithId, withId } from "../activity/activity-fields.ts";
import { ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { acting } from "./me-fields.ts";

export const deleteThreads = operation({
  path: "/v2/me/threads/delete",
  sdk: "me.deleteThreads",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter" },
  summary: "Delete the user's threads.",
  description: described(
    "Works as `/v2/commentannotations/delete`: all comments in the threads are deleted too, also those of others.",
    "A thread of somebody else fails with `not_own`.",
  ),
  rpc: CollaborationService.method.deleteCommentAnnotations,
  request: z.strictObject({ ...place, annotationIds: ids().meta(texts.annotationIds) }),
  response: resultsWithId("annotationId"),
  message: "Threads deleted.",
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationIds: ["wording"] },
    response: { wording: { success: true, id: "wording", message: "The annotation was deleted." } },
  },
  toRpc: ({ annotationIds, ...data }, credential) => ({ ...acting(data, credential), annotationIds }),
  fromRpc: ({ results }) => withId(results),
});
