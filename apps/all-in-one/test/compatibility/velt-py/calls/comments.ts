import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { ada, comment, contact, past, plan, success } from "./given.ts";

const service = "commentAnnotations";

export const commentCalls: readonly VeltCall[] = [
  {
    service,
    method: "addComments",
    model: "AddCommentsRequest",
    fields: {
      ...plan,
      annotationId: "typo",
      commentData: [
        {
          ...comment,
          commentId: 153_784,
          context: { n: 1 },
          attachments: [{ attachmentId: 12, name: "a.png", url: "https://files.example/a.png", size: 12, mimeType: "image/png" }],
        },
      ],
      createOrganization: false,
      createDocument: false,
      verifyUserPermissions: true,
    },
    flags: { filter_unknown_fields: true },
    reads: { ...success, data: ["153784"] },
  },
  {
    service,
    method: "addComments",
    model: "AddCommentsRequest",
    fields: { ...plan, annotationId: "typo", comments: [{ commentId: 153_785, from: { userId: "bob" }, commentText: "Yes." }] },
    reads: { ...success, data: ["153785"] },
  },
  {
    service,
    method: "getComments",
    model: "GetCommentsRequest",
    fields: { ...plan, annotationId: "typo", userIds: ["ada"], commentIds: [153_784, 153_785] },
    reads: {
      ...success,
      data: [
        {
          commentId: "153784",
          from: ada,
          context: { n: 1 },
          attachments: [{ attachmentId: "12", name: "a.png", size: 12 }],
          isCommentResolverUsed: false,
          isCommentTextAvailable: true,
        },
      ],
    },
  },
  {
    service,
    method: "updateComments",
    model: "UpdateCommentsRequest",
    fields: {
      ...plan,
      annotationId: "typo",
      commentIds: [153_784],
      userIds: ["ada"],
      triggerNotification: true,
      updatedData: {
        commentText: "Changed.",
        commentHtml: "<p>Changed.</p>",
        from: ada,
        createdAt: past,
        lastUpdated: past,
        taggedUserContacts: [contact],
        isCommentResolverUsed: true,
        isCommentTextAvailable: false,
        context: { n: 2 },
        attachments: [],
        progress: { state: "completed" },
        actions: [],
      },
    },
    flags: { filter_unknown_fields: true },
    reads: { ...success, data: { "153784": { success: true, id: "153784", message: expect.any(String) } } },
  },
  {
    service,
    method: "deleteComments",
    model: "DeleteCommentsRequest",
    fields: { ...plan, annotationId: "typo", commentIds: [153_785], userIds: ["bob"] },
    reads: { ...success, data: { "153785": { success: true, id: "153785" } } },
  },
  {
    service,
    method: "deleteComments",
    model: "DeleteCommentsRequest",
    fields: { ...plan, annotationId: "typo" },
    reads: { ...success, data: { "153783": { success: true }, "153784": { success: true } } },
  },
];
