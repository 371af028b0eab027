import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { described } from "../described.ts";
import { filled, needs, oneId, withRules } from "../field-rules.ts";
import { filterIds, id, locationId, one, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { anyOf, locationName, timeRange, toTimeRange } from "./activity-fields.ts";
import { locationRules } from "./activity-location.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";
import { exampleThread } from "./example-thread.ts";

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
  summary: "List comment annotations.",
  description: described(
    "Returns annotations with all their comments and reactions, oldest first. An annotation must match all given filters.",
    "`statuses` and `annotationIds` each list alternatives. `userId` matches annotations in which the user wrote a comment, is tagged, or is the assignee. `createdAfter` and `createdBefore` are exclusive.",
    "`pageSize` is 50 by default. A page may have fewer annotations, even none, while `nextPageToken` says that more follow.",
    "A user whom you described by id alone is returned with the stored name, e-mail address and your own keys (`/v2/users/add`). Values that you gave stay as given.",
    "If the stored users cannot be read within a second, or would exceed 2 MiB in one annotation, users are returned by id.",
  ),
  rpc: ActivityService.method.getCommentAnnotations,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      annotationIds: filterIds().meta(texts.annotationIds),
      one: one(),
      locationId: locationId().optional().meta(texts.locationId),
      locationName: locationName().meta(texts.locationName),
      statuses: anyOf().meta(texts.statuses),
      userId: id().optional().meta(texts.userId),
      usersAsGiven: z
        .boolean()
        .optional()
        .meta({ description: "Whether users whom you described by id alone are returned so, without their stored names." }),
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
