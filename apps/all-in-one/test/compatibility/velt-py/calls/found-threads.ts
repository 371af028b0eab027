import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { actions, ada, future, past, plan, progress, status, success, thread } from "./given.ts";

const service = "commentAnnotations";

const everyFilter = {
  ...plan,
  locationIds: ["7"],
  annotationIds: ["typo"],
  userIds: ["ada"],
  statusIds: ["REVIEW"],
  updatedAfter: past - 1,
  updatedBefore: future,
  createdAfter: past - 1,
  createdBefore: future,
  pageSize: 10,
  order: "desc",
  mentionedUserIds: ["bob"],
  includeMetadata: true,
  includePageInfo: true,
};

const found = {
  annotationId: "typo",
  from: ada,
  status,
  priority: { id: "P1", name: "High", color: "#ff0000" },
  assignedTo: { userId: "bob" },
  location: { id: "7", locationName: "Seven", page: 3 },
  targetElement: thread.targetElement,
  context: thread.context,
  pageInfo: thread.pageInfo,
  type: "comment",
  commentType: "bubble",
  positionX: 1.5,
  screenScrollTop: 0,
  actions,
  createdAt: past,
  lastUpdated: expect.any(Number),
  involvedUserIds: ["ada", "bob"],
  mentionedUserIds: ["bob"],
  metadata: { organizationId: "acme", documentId: "plan" },
  comments: [
    { commentId: "153783", type: "text", status: "added", from: ada, createdAt: past, reactionAnnotationIds: [], progress, actions },
  ],
};

export const foundThreads: readonly VeltCall[] = [
  {
    service,
    method: "getCommentAnnotations",
    model: "GetCommentAnnotationsRequest",
    fields: everyFilter,
    reads: { ...success, data: [found], pageToken: null, nextPageToken: null },
  },
  {
    service,
    method: "getCommentAnnotations",
    model: "GetCommentAnnotationsRequest",
    fields: { organizationId: "acme", documentIds: ["plan"], groupByDocumentId: true, statusId: "REVIEW", order: "asc", pageToken: "" },
    reads: { ...success, data: { plan: [found] } },
  },
  {
    service,
    method: "getCommentAnnotations",
    model: "GetCommentAnnotationsRequest",
    fields: { organizationId: "acme", folderId: "top" },
    reads: { ...success, data: [found] },
  },
  {
    service,
    method: "getCommentAnnotations",
    model: "GetCommentAnnotationsRequest",
    fields: { organizationId: "acme", resolvedBy: "ada" },
    reads: { ...success, data: [] },
  },
  ...["agentId", "executionId", "agentType", "agentSource", "agentSuggestions", "agentComments"].map((name) => ({
    service,
    method: "getCommentAnnotations",
    model: "GetCommentAnnotationsRequest",
    fields: { ...plan, [name]: name.endsWith("s") ? true : "x" },
    refused: new RegExp(`${name} is refused: agents are not run here`),
  })),
  {
    service,
    method: "getCommentAnnotationsCount",
    model: "GetCommentAnnotationsCountRequest",
    fields: { organizationId: "acme", userId: "bob", documentIds: ["plan"], statusIds: ["REVIEW"] },
    reads: { ...success, data: { plan: { total: 1, unread: expect.any(Number) } } },
  },
  // Bob was not added to the document: he is tagged in its thread.
  {
    service: "users",
    method: "getUsers",
    model: "GetUsersRequest",
    fields: { organizationId: "acme", userIds: ["bob"], includeInvolvedDocuments: true, includeInvolvedDocumentsCount: true },
    reads: { ...success, data: [{ userId: "bob", involvedDocuments: ["plan"], involvedDocumentsCount: 1 }] },
  },
];
