import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { anyOf, locationName, place, timeRange, toTimeRange } from "../activity/activity-fields.ts";
import { fromAnnotation, storedAnnotation } from "../activity/annotation-fields.ts";
import { exclusive, filled, withRules } from "../field-rules.ts";
import { filterIds, filterNumericIds, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
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
      locationIds: filterNumericIds(100).meta({ description: "Threads at one of these locations." }),
      locationName: locationName().meta(texts.locationName),
      statusIds: anyOf().meta(texts.statusIds),
      userIds: anyOf().meta({ description: "Threads of one of these users." }),
      ...timeRange,
      ...paging,
    }),
    exclusive("locationName", filled("locationIds")),
  ),
  response: z.array(storedAnnotation),
  message: "Threads retrieved.",
  paged: true,
  filters: ["annotationIds", "locationIds", "statusIds", "userIds"],
  example: { request: { organizationId: "acme", documentId: "welcome" }, response: [] },
  toRpc: (data, { apiKeyId, userId: actingId }) => {
    const { organizationId, documentId, annotationIds = [], locationIds = [], locationName = "", statusIds = [], userIds = [] } = data;
    const filter = {
      organizationId,
      documentId,
      annotationIds,
      locationIds,
      locationName,
      statuses: statusIds,
      userIds,
      ...toTimeRange(data),
    };
    const page = { pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
    return { apiKeyId, actingUser: { userId: actingId }, joinUsers: true, ...filter, ...page };
  },
  fromRpc: ({ annotations }, _, { apiKeyId }) => annotations.map((annotation) => fromAnnotation(apiKeyId, shownThread(annotation))),
});
