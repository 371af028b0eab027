import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { anyOf, locationName, place, timeRange, toTimeRange } from "../activity/activity-fields.ts";
import { locationRules } from "../activity/activity-location.ts";
import { fromAnnotation, storedAnnotation } from "../activity/annotation-fields.ts";
import { described } from "../described.ts";
import { withRules } from "../field-rules.ts";
import { filterIds, id, locationId, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { shownThread } from "./me-fields.ts";

export const getThreads = operation({
  path: "/v2/me/threads/get",
  sdk: "me.getThreads",
  auth: "user",
  role: "read",
  reach: { within: "document", role: "viewer" },
  summary: "Get the threads of a document.",
  description: described(
    "Returns threads with all their comments and reactions, oldest first. Works as `/v2/commentannotations/get` in one document.",
    "Users have the name and picture that are stored now.",
  ),
  rpc: CollaborationService.method.getCommentAnnotations,
  request: withRules(
    z.strictObject({
      ...place,
      annotationIds: filterIds().meta(texts.annotationIds),
      locationId: locationId().optional().meta(texts.locationId),
      locationName: locationName().meta(texts.locationName),
      statuses: anyOf().meta(texts.statuses),
      userId: id().optional().meta(texts.userId),
      ...timeRange,
      ...paging,
    }),
    ...locationRules,
  ),
  response: z.array(storedAnnotation),
  message: "Threads retrieved.",
  paged: true,
  filters: ["annotationIds", "statuses"],
  example: { request: { organizationId: "acme", documentId: "welcome" }, response: [] },
  toRpc: (data, { apiKeyId, userId: actingId }) => {
    const { organizationId, documentId, annotationIds = [], locationId = "", locationName = "", statuses = [], userId = "" } = data;
    const filter = { organizationId, documentId, annotationIds, locationId, locationName, statuses, userId, ...toTimeRange(data) };
    const page = { pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
    return { apiKeyId, actingUser: { userId: actingId }, joinUsers: true, ...filter, ...page };
  },
  fromRpc: ({ annotations }, _, { apiKeyId }) => annotations.map((annotation) => fromAnnotation(apiKeyId, shownThread(annotation))),
});
