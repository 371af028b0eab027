import { ActivityService, AnnotationOrder } from "@parley/contracts/activity";
import * as z from "zod";
import { excludes, exclusive, filled, needs, oneId, withRules } from "../field-rules.ts";
import { filterIds, filterNumericIds, id, one, paging, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { anyOf, locationName, timeRange, toTimeRange } from "./activity-fields.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";
import { exampleThread } from "./example-thread.ts";

const orders = { none: AnnotationOrder.UNSPECIFIED, asc: AnnotationOrder.CHANGED_ASC, desc: AnnotationOrder.CHANGED_DESC } as const;

export const getCommentAnnotations = operation({
  path: "/v2/commentannotations/get",
  sdk: "threads.list",
  sdkVariant: { name: "threads.listByDocument", sets: { groupByDocumentId: true } },
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
    "Returns annotations with all their comments and reactions. An annotation must match all given filters; each list names alternatives.",
    "`userIds` matches annotations in which one of the users wrote a comment, is tagged, or is the assignee; `mentionedUserIds` those in which one is tagged; `resolvedBy` those whose status is of the type `terminal` and was set by the user. Times are exclusive.",
    "Without `order` the oldest come first, by `createdAt`. With `order` they are in the order of their last change (`lastUpdated`), as they are with `updatedAfter` or `updatedBefore`, then `asc` by default. An annotation that changes meanwhile changes its place in that order: with `asc` it may come twice, with `desc` it may be missed.",
    "With `groupByDocumentId` each page is an object keyed by document; a document may continue on the next page.",
    "`pageSize` is 50 by default. A page may have fewer annotations, even none, while `nextPageToken` says that more follow.",
    "A user whom you described by id alone is returned with the stored name, e-mail address and your own keys (`/v2/users/add`). Values that you gave stay as given.",
    "If the stored users cannot be read within a second, or would exceed 2 MiB in one annotation, users are returned by id.",
  ),
  rpc: ActivityService.method.getCommentAnnotations,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      documentIds: filterIds(100).meta({ description: "Annotations of one of these documents." }),
      groupByDocumentId: z.boolean().optional().meta({ description: "Returns the annotations by document." }),
      folderId: id().optional().meta({ description: "Annotations of the documents directly in this folder." }),
      annotationIds: filterIds().meta(texts.annotationIds),
      one: one(),
      locationIds: filterNumericIds(100).meta({ description: "Annotations at one of these locations." }),
      locationName: locationName().meta(texts.locationName),
      statusIds: anyOf().meta(texts.statusIds),
      statusId: id().optional().meta({ description: "A single one of `statusIds`." }),
      userIds: anyOf().meta({ description: "Annotations of one of these users." }),
      mentionedUserIds: anyOf().meta({ description: "Annotations in which one of these users is tagged." }),
      resolvedBy: id().optional().meta({ description: "Annotations that this user resolved." }),
      usersAsGiven: z
        .boolean()
        .optional()
        .meta({ description: "Whether users whom you described by id alone are returned so, without their stored names." }),
      includeMetadata: z.boolean().optional().meta({ description: "Whether `metadata` is wanted; it is returned in either case." }),
      includePageInfo: z.boolean().optional().meta({ description: "Whether `pageInfo` is wanted; it is returned in either case." }),
      ...timeRange,
      updatedAfter: timestampMs().optional().meta({ description: "Only those changed after this time, in milliseconds since the epoch." }),
      updatedBefore: timestampMs()
        .optional()
        .meta({ description: "Only those last changed before this time, in milliseconds since the epoch." }),
      order: z.enum(["asc", "desc"]).optional().meta({ description: "The order, by the last change." }),
      ...paging,
    }),
    exclusive("documentId", filled("documentIds")),
    excludes("folderId", ["documentId", filled("documentIds")]),
    exclusive("statusId", filled("statusIds")),
    exclusive("locationName", filled("locationIds")),
    needs("locationName", "documentId"),
    needs(filled("locationIds"), "documentId"),
    needs(filled("annotationIds"), "documentId"),
    oneId("annotationIds"),
  ),
  response: z.union([
    z.array(storedAnnotation),
    z.record(z.string(), z.array(storedAnnotation)).meta({ description: "With `groupByDocumentId`: keyed by documentId." }),
  ]),
  message: "Comment annotations retrieved.",
  paged: true,
  filters: ["annotationIds", "documentIds", "locationIds", "mentionedUserIds", "statusIds", "userIds"],
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationIds: ["typo"] },
    response: [exampleThread],
  },
  toRpc: (data, { apiKeyId }) => {
    const {
      organizationId,
      documentId = "",
      documentIds = [],
      folderId = "",
      annotationIds = [],
      locationIds = [],
      locationName = "",
    } = data;
    const { statusId, statusIds = [], userIds = [], mentionedUserIds = [], resolvedBy = "", order, pageSize = 0, pageToken = "" } = data;
    const place = { apiKeyId, organizationId, documentId, documentIds, folderId, locationIds, locationName };
    const people = { userIds, mentionedUserIds, resolvedBy };
    const statuses = statusId === undefined ? statusIds : [statusId];
    const page = { order: orders[order ?? "none"], pageSize, pageToken, usersAsGiven: data.usersAsGiven ?? false };
    return { ...place, ...people, annotationIds, statuses, ...toTimeRange(data), ...toChangeRange(data), ...page };
  },
  fromRpc: ({ annotations }, { groupByDocumentId }, { apiKeyId }) => {
    const listed = annotations.map((annotation) => fromAnnotation(apiKeyId, annotation));
    return groupByDocumentId ? byDocument(listed) : listed;
  },
});

function toChangeRange({ updatedAfter, updatedBefore }: { updatedAfter?: number | undefined; updatedBefore?: number | undefined }) {
  return {
    ...(updatedAfter === undefined ? {} : { updatedAfterMs: BigInt(updatedAfter) }),
    ...(updatedBefore === undefined ? {} : { updatedBeforeMs: BigInt(updatedBefore) }),
  };
}

// Ids such as `__proto__` are keys like any other.
function byDocument(threads: readonly { readonly documentId: string }[]): Record<string, unknown> {
  const entries: Record<string, unknown> = Object.create(null);
  for (const [documentId, some] of Map.groupBy(threads, (thread) => thread.documentId)) entries[documentId] = some;
  return entries;
}
