import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, resultsWithId, withId } from "../activity/activity-fields.ts";
import { toCommentDraft } from "../activity/comment-fields.ts";
import { batchOf, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { acting, ownComment } from "./me-fields.ts";
import { namedPeople } from "./named-people.ts";

export const addOwnComments = operation({
  path: "/v2/me/comments/add",
  sdk: "me.addComments",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter", people: namedPeople },
  summary: "Add comments as the user.",
  description: described(
    "Works as `/v2/commentannotations/comments/add`, with the user as author: `data` lists the ids that were stored, and `items` has the reason of a failure.",
    "If a comment with the id exists, it is changed if it is the user's; otherwise the item fails with `already_exists`.",
    "`taggedUserContacts` may name only users who may enter the document.",
  ),
  rpc: CollaborationService.method.addComments,
  request: z.strictObject({
    ...place,
    annotationId: id().meta(texts.annotationId),
    commentData: batchOf(ownComment()).meta(texts.commentData),
  }),
  response: z.array(z.string()).meta({ description: "The ids of the comments that were added or existed, in the order of the request." }),
  extraFields: { items: resultsWithId("commentId") },
  message: "Comments added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "wording",
      commentData: [{ commentId: "wording-2", commentText: "Like this, @Bob?", taggedUserContacts: [{ userId: "bob", text: "@Bob" }] }],
    },
    response: ["wording-2"],
    extras: { items: { "wording-2": { success: true, id: "wording-2", message: "The comment was added." } } },
  },
  toRpc: ({ annotationId, commentData, ...data }, credential) => {
    const { onlyOwn: _, ...by } = acting(data, credential);
    return { ...by, annotationId, comments: commentData.map(toCommentDraft) };
  },
  fromRpc: ({ results }) => results.filter(({ success }) => success).map(({ id }) => id),
  extras: ({ results }) => ({ items: withId(results) }),
});
