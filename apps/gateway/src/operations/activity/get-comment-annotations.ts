import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { filled, needs, oneId, withRules } from "../field-rules.ts";
import { filterIds, id, locationId, one, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { anyOf, locationName, timeRange, toTimeRange } from "./activity-fields.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";
import { locationRules } from "./location-filter.ts";

export const getCommentAnnotations = operation({
  path: "/v2/commentannotations/get",
  sdk: "threads.list",
  single: {
    sdk: "threads.retrieve",
    ids: "annotationIds",
    id: "annotationId",
    needs: ["organizationId", "documentId"],
    takes: ["usersAsGiven"],
    thing: "annotation",
  },
  auth: "apiKey",
  role: "read",
  summary: "Get comment annotations with all their comments and reactions.",
  description:
    "Oldest first. Filters that are given must all be met: `statuses` and `annotationIds` name alternatives; `userId` matches threads in which the user wrote a comment, is tagged or is the assignee; `createdAfter` and `createdBefore` are exclusive. " +
    "`pageSize` is 50 unless given; a page may hold fewer, even none, while `nextPageToken` says that more follow. " +
    "Where you gave the id of a user alone, the user comes with name, e-mail address and keys of your own as they are stored now (`/v2/users/add`); what you gave stays as you gave it. " +
    "While these cannot be read within a second, and in a thread that would have more than 2 MiB of them, users come by their ids.",
  rpc: ActivityService.method.getCommentAnnotations,
  request: withRules(
    z.strictObject({
      organizationId: id(),
      documentId: id().optional(),
      annotationIds: filterIds(),
      one: one(),
      locationId: locationId().optional(),
      locationName: locationName(),
      statuses: anyOf(),
      userId: id().optional(),
      usersAsGiven: z
        .boolean()
        .optional()
        .meta({ description: "Leaves users of whom you gave the id alone so: they do not come as they are stored." }),
      ...timeRange,
      ...paging,
    }),
    ...locationRules,
    needs(filled("annotationIds"), "documentId"),
    oneId("annotationIds"),
  ),
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
        status: { id: "OPEN", name: "OPEN", type: "default" },
        priority: null,
        type: "text",
        location: { id: "page-1", locationName: "Page 1", offset: 120 },
        locationId: "page-1",
        from: { userId: "alice", name: "Alice Adams" },
        assignedTo: { userId: "bob", name: "Bob Brown" },
        involvedUsers: [
          { userId: "alice", name: "Alice Adams" },
          { userId: "bob", name: "Bob Brown" },
        ],
        mentionedUsers: [{ userId: "bob", name: "Bob Brown" }],
        comments: [
          {
            commentId: "typo-1",
            from: { userId: "alice", name: "Alice Adams" },
            commentText: "There is a typo, @Bob.",
            commentHtml: "",
            taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob Brown" } }],
            attachments: [],
            metadata: {},
            reactionAnnotations: [],
            createdAt: 1767225600000,
            lastUpdated: 1767225600000,
            editedAt: null,
          },
        ],
        createdAt: 1767225600000,
        lastUpdated: 1767225600000,
        metadata: { apiKey: "pk_test_7Yc2", organizationId: "acme", documentId: "welcome", folderId: "handbook" },
      },
    ],
  },
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, documentId = "", annotationIds = [], locationId = "", locationName = "", statuses = [], userId = "" } = data;
    const filter = { organizationId, documentId, annotationIds, locationId, locationName, statuses, userId, ...toTimeRange(data) };
    return { apiKeyId, ...filter, usersAsGiven: data.usersAsGiven ?? false, pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
  },
  fromRpc: ({ annotations }, _, { apiKeyId }) => annotations.map((annotation) => fromAnnotation(apiKeyId, annotation)),
});
