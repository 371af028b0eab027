import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { ada, fresh, past, plan, success, thread } from "./given.ts";

const service = "commentAnnotations";

export const added: readonly VeltCall[] = [
  {
    service,
    method: "addCommentAnnotations",
    model: "AddCommentAnnotationsRequest",
    fields: { ...plan, commentAnnotations: [thread], verifyUserPermissions: true, createDocument: false, createOrganization: false },
    flags: { filter_unknown_fields: true },
    reads: { ...success, data: { typo: { success: true, annotationId: "typo", commentIds: ["153783"], message: expect.any(String) } } },
  },
  {
    service,
    method: "addCommentAnnotations",
    model: "AddCommentAnnotationsRequest",
    fields: {
      ...fresh,
      createOrganization: true,
      createDocument: true,
      commentAnnotations: [{ annotationId: "first", comments: [{ from: ada, commentText: "The first." }] }],
    },
    reads: { ...success, data: { first: { success: true, annotationId: "first" } } },
  },
  {
    service,
    method: "addCommentAnnotations",
    model: "AddCommentAnnotationsRequest",
    fields: { ...plan, commentAnnotations: [{ commentData: [{ from: ada, commentText: "x", agent: { agentId: "a" } }] }] },
    refused: /commentAnnotations\[0\]\.commentData\[0\]\.agent is refused: agents are not run here/,
  },
  {
    service,
    method: "addCommentAnnotations",
    model: "AddCommentAnnotationsRequest",
    fields: { ...plan, commentAnnotations: [{ visibility: { type: "restricted", userIds: ["ada"] } }] },
    refused: /commentAnnotations\[0\]\.visibility\.type/,
  },
];

export const changed: readonly VeltCall[] = [
  {
    service,
    method: "updateCommentAnnotations",
    model: "UpdateCommentAnnotationsRequest",
    fields: {
      ...plan,
      annotationIds: ["typo"],
      locationIds: [7],
      userIds: ["bob"],
      updatedData: {
        location: { id: 8, locationName: "Eight" },
        targetElement: null,
        from: ada,
        status: { id: "DONE", name: "Done", type: "terminal", color: "#00ff00" },
        statusUpdatedByUserId: "bob",
        resolvedByUserId: "bob",
        assignedTo: { userId: "ada", name: "Ada" },
        priority: null,
        context: { access: { team: "sales" } },
        visibility: { type: "public" },
        actions: [],
        createdAt: past,
        lastUpdated: past,
      },
    },
    flags: { filter_unknown_fields: true },
    reads: { ...success, data: { typo: { success: true, id: "typo", message: expect.any(String) } } },
  },
  {
    service,
    method: "getCommentAnnotations",
    model: "GetCommentAnnotationsRequest",
    fields: { ...plan, resolvedBy: "bob" },
    reads: {
      ...success,
      data: [
        {
          annotationId: "typo",
          status: { id: "DONE", type: "terminal" },
          resolvedByUserId: "bob",
          statusUpdatedByUserId: "bob",
          lastUpdated: past,
        },
      ],
    },
  },
  {
    service,
    method: "updateCommentAnnotations",
    model: "UpdateCommentAnnotationsRequest",
    fields: { ...plan, annotationIds: ["typo"], updateUsers: [{ oldUser: ada, newUser: { userId: "eve" } }], updatedData: {} },
    refused: /updateUsers is refused/,
  },
  {
    service,
    method: "updateCommentAnnotations",
    model: "UpdateCommentAnnotationsRequest",
    fields: { ...plan, annotationIds: ["typo"], updatedData: { suggestion: { status: "accepted" } } },
    refused: /updatedData\.suggestion is refused/,
  },
];

export const deleted: readonly VeltCall[] = [
  ...["agentSuggestions", "agentId", "agentUrls"].map((name) => ({
    service,
    method: "deleteCommentAnnotations",
    model: "DeleteCommentAnnotationsRequest",
    fields: { ...plan, [name]: name === "agentUrls" ? ["https://app.example"] : name === "agentId" ? "x" : true },
    refused: new RegExp(`${name} is refused: agents are not run here`),
  })),
  {
    service,
    method: "deleteCommentAnnotations",
    model: "DeleteCommentAnnotationsRequest",
    fields: { ...plan, annotationIds: ["typo"], locationIds: ["8"], userIds: ["ada"] },
    reads: { ...success, data: { typo: { success: true, id: "typo" } } },
  },
  {
    service,
    method: "deleteCommentAnnotations",
    model: "DeleteCommentAnnotationsRequest",
    fields: fresh,
    reads: { ...success, data: { first: { success: true, id: "first" } } },
  },
];
