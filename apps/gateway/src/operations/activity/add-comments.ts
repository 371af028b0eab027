import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { newComment, toNewComment } from "./comment-fields.ts";

export const addComments = operation({
  path: "/v2/commentannotations/comments/add",
  sdk: "comments.add",
  oneItem: { sdk: "comments.create", items: "commentData", item: "comment" },
  auth: "apiKey",
  role: "act",
  summary: "Add comments to a comment annotation, or change those that exist.",
  description:
    "A comment needs at least one of `commentText`, `commentHtml` and `attachments`; texts are stored as given and never interpreted. A comment that exists is changed as " +
    "by `/v2/commentannotations/comments/update` when it is its author's, else the item fails with `already_exists`; a repeat changes nothing. The " +
    "number of comments in an annotation, and their bytes, are bounded: beyond that items fail with `thread_full`.",
  rpc: ActivityService.method.addComments,
  request: z.strictObject({ ...place, annotationId: id(), commentData: batchOf(newComment()) }),
  response: resultsWithId("commentId"),
  message: "Comments added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "typo",
      commentData: [
        { commentId: "typo-2", from: { userId: "bob", name: "Bob Brown" }, commentText: "On it.", commentHtml: "<p>On it.</p>" },
      ],
    },
    response: { "typo-2": { success: true, id: "typo-2", message: "The comment was added." } },
  },
  toRpc: ({ organizationId, documentId, annotationId, commentData }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    comments: commentData.map(toNewComment),
  }),
  fromRpc: ({ results }) => withId(results),
});
