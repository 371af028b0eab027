import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { filled, needs, oneId, withRules } from "../field-rules.ts";
import { filterIds, id, locationId, one, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { anyOf, locationName, timeRange, toTimeRange } from "./activity-fields.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";
import { exampleThread } from "./example-thread.ts";
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
    response: [exampleThread],
  },
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, documentId = "", annotationIds = [], locationId = "", locationName = "", statuses = [], userId = "" } = data;
    const filter = { organizationId, documentId, annotationIds, locationId, locationName, statuses, userId, ...toTimeRange(data) };
    return { apiKeyId, ...filter, usersAsGiven: data.usersAsGiven ?? false, pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
  },
  fromRpc: ({ annotations }, _, { apiKeyId }) => annotations.map((annotation) => fromAnnotation(apiKeyId, annotation)),
});
