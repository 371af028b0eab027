import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place } from "./activity-fields.ts";
import { fromComment, storedComment } from "./comment-fields.ts";
import { exampleThread } from "./example-thread.ts";
import { commentsWanted } from "./wanted-fields.ts";

export const getComments = operation({
  path: "/v2/commentannotations/comments/get",
  sdk: "comments.list",
  auth: "apiKey",
  role: "read",
  summary: "List comments of an annotation.",
  description: described(
    "Returns the comments that match each given list of `commentIds` and `userIds`, with their reactions, oldest first; without a list, all comments of the annotation.",
    "Ids that do not exist are left out, and an annotation that does not exist has no comments.",
    "`pageSize` is 100 by default.",
  ),
  rpc: ActivityService.method.getComments,
  request: z.strictObject({ ...place, annotationId: id().meta(texts.annotationId), ...commentsWanted, ...paging }),
  response: z.array(storedComment),
  message: "Comments retrieved.",
  paged: true,
  filters: ["commentIds", "userIds"],
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationId: "typo", commentIds: ["typo-1"] },
    response: exampleThread.comments,
  },
  toRpc: ({ organizationId, documentId, annotationId, commentIds = [], userIds = [], pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    commentIds,
    userIds,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ comments }) => comments.map(fromComment),
});
