import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { filterIds, id, locationId, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { anyOf, locationName, timeRange, toTimeRange } from "./activity-fields.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";

export const getCommentAnnotations = operation({
  path: "/v2/commentannotations/get",
  sdk: "threads.list",
  auth: "apiKey",
  summary: "Get comment annotations with all their comments and reactions.",
  description:
    "Oldest first. Filters that are given must all be met: `statuses` and `annotationIds` name alternatives; `userId` is somebody who wrote a comment, " +
    "is tagged in one, or is the assignee; `createdAfter` and `createdBefore` leave out their own moment. `annotationIds`, `locationId` and " +
    "`locationName` need a `documentId`. `pageSize` is 50 unless given; a page may hold fewer, even none, while `nextPageToken` says that more follow.",
  rpc: ActivityService.method.getCommentAnnotations,
  request: z.strictObject({
    organizationId: id(),
    documentId: id().optional(),
    annotationIds: filterIds(),
    locationId: locationId().optional(),
    locationName: locationName(),
    statuses: anyOf(),
    userId: id().optional(),
    ...timeRange,
    ...paging,
  }),
  response: z.array(storedAnnotation),
  message: "Comment annotations retrieved.",
  paged: true,
  filters: ["annotationIds", "statuses"],
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationIds: ["typo"] },
    response: [
      {
        organizationId: "acme",
        documentId: "welcome",
        annotationId: "typo",
        status: "OPEN",
        priority: null,
        type: "text",
        location: { id: "page-1", locationName: "Page 1", offset: 120 },
        assignee: { userId: "bob", name: "Bob Brown" },
        involvedUsers: [
          { userId: "alice", name: "Alice Adams" },
          { userId: "bob", name: "Bob Brown" },
        ],
        mentionedUsers: [{ userId: "bob", name: "Bob Brown" }],
        metadata: {},
        comments: [
          {
            commentId: "typo-1",
            author: { userId: "alice", name: "Alice Adams" },
            text: "There is a typo, @Bob.",
            html: "",
            taggedUsers: [{ userId: "bob", name: "Bob Brown" }],
            attachments: [],
            metadata: {},
            reactions: [],
            createdAt: 1767225600000,
            updatedAt: 1767225600000,
            editedAt: null,
          },
        ],
        createdAt: 1767225600000,
        updatedAt: 1767225600000,
      },
    ],
  },
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, documentId = "", annotationIds = [], locationId = "", locationName = "", statuses = [], userId = "" } = data;
    const filter = { organizationId, documentId, annotationIds, locationId, locationName, statuses, userId, ...toTimeRange(data) };
    return { apiKeyId, ...filter, pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
  },
  fromRpc: ({ annotations }) => annotations.map(fromAnnotation),
});
