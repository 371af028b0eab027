import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";
import { newAnnotation, toNewAnnotation } from "./annotation-fields.ts";
import { authorsIn, placeFlags, toPlaceFlags } from "./place-flags.ts";

export const addCommentAnnotations = operation({
  path: "/v2/commentannotations/add",
  sdk: "threads.add",
  oneItem: { sdk: "threads.create", items: "commentAnnotations", item: "thread" },
  auth: "apiKey",
  role: "act",
  summary: "Create or change comment annotations.",
  description: described(
    "Creates annotations with their first comments. An annotation that exists is changed as by `/v2/commentannotations/update`, and its comments are added as by `/v2/commentannotations/comments/add`, so a repeat changes nothing.",
    "`commentData` and `comments` are two names of one list. A number as `commentId` stands for its decimal form.",
    "Times are milliseconds since the epoch, or texts such as `2026-11-28T10:00:00Z`.",
    "You may choose the ids: an annotation's is unique in its document, a comment's in its annotation. Missing ids are generated.",
    "Absent fields of an existing annotation keep their values.",
    "Nobody is notified of a comment that is added with a `createdAt` of more than a day ago, which is taken for an import: neither webhooks nor e-mails nor inbox entries come of it, though the feed of changes has it.",
    "A new annotation is stored without the comments that fail, and its entry names them. If all fail, it is not stored and can be sent again.",
  ),
  rpc: ActivityService.method.addCommentAnnotations,
  request: z.strictObject({
    ...place,
    commentAnnotations: batchOf(newAnnotation()).meta(texts.commentAnnotations),
    actionUser: user().optional().meta(texts.actionUser),
    ...placeFlags,
  }),
  verifies: authorsIn,
  response: resultsWithId("annotationId", {
    annotationId: z.string().meta(texts.annotationId),
    commentIds: z.array(z.string()).meta(texts.commentIds),
  }),
  message: "Comment annotations added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      commentAnnotations: [
        {
          annotationId: "typo",
          type: "text",
          location: { id: "page-1", locationName: "Page 1", offset: 120 },
          assignedTo: { userId: "bob", name: "Bob Brown" },
          commentData: [
            {
              commentId: "typo-1",
              from: { userId: "alice", name: "Alice Adams" },
              commentText: "There is a typo, @Bob.",
              taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob Brown" } }],
            },
          ],
        },
      ],
    },
    response: { typo: { success: true, id: "typo", annotationId: "typo", commentIds: ["typo-1"], message: "The annotation was added." } },
  },
  toRpc: ({ organizationId, documentId, commentAnnotations, actionUser, ...flags }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    annotations: commentAnnotations.map(toNewAnnotation),
    ...toUserPart("actionUser", actionUser),
    ...toPlaceFlags(flags),
  }),
  fromRpc: ({ results }) =>
    withId(
      results.flatMap(({ result, commentIds }) => (result === undefined ? [] : [{ ...result, commentIds }])),
      ({ id: annotationId, commentIds }) => ({ annotationId, commentIds }),
    ),
});
