import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { exactlyOne, withRules } from "../field-rules.ts";
import { batchOf, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { newComment, toNewComment } from "./comment-fields.ts";
import { authorsIn, placeFlags, toPlaceFlags } from "./place-flags.ts";

export const addComments = operation({
  path: "/v2/commentannotations/comments/add",
  sdk: "comments.add",
  oneItem: { sdk: "comments.create", items: "commentData", item: "comment" },
  auth: "apiKey",
  role: "act",
  summary: "Add or change comments of an annotation.",
  description: described(
    "Adds comments to a comment annotation. A comment that exists is changed as by `/v2/commentannotations/comments/update`, so a repeat changes nothing.",
    "`data` lists the ids that were stored; `items` has an entry for each comment, keyed by its id, with the reason of a failure.",
    "A comment needs at least one of `commentText`, `commentHtml` and `attachments`. Texts are stored as given and never interpreted.",
    "An existing comment of another author fails with `already_exists`.",
    "Nobody is notified of a comment that is added with a `createdAt` of more than a day ago, which is taken for an import: neither webhooks nor e-mails nor inbox entries come of it, though the feed of changes has it.",
    "The comments of an annotation are limited in number and bytes; beyond that items fail with `thread_full`.",
  ),
  rpc: ActivityService.method.addComments,
  request: withRules(
    z.strictObject({
      ...place,
      annotationId: id().meta(texts.annotationId),
      commentData: batchOf(newComment()).optional().meta(texts.commentData),
      comments: batchOf(newComment()).optional().meta({ description: "Another name of `commentData`." }),
      ...placeFlags,
    }),
    exactlyOne("commentData", "comments"),
  ),
  verifies: authorsIn,
  response: z.array(z.string()).meta({ description: "The ids of the comments that were added or existed, in the order of the request." }),
  extraFields: { items: resultsWithId("commentId") },
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
    response: ["typo-2"],
    extras: { items: { "typo-2": { success: true, id: "typo-2", message: "The comment was added." } } },
  },
  toRpc: ({ organizationId, documentId, annotationId, commentData = [], comments = [], ...flags }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    comments: [...commentData, ...comments].map(toNewComment),
    ...toPlaceFlags(flags),
  }),
  fromRpc: ({ results }) => results.filter(({ success }) => success).map(({ id }) => id),
  extras: ({ results }) => ({ items: withId(results) }),
});
