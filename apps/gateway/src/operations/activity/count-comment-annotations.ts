import { ActivityService, type DocumentCounts } from "@parley/contracts/activity";
import * as z from "zod";
import { id, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { anyOf } from "./activity-fields.ts";

const counts = z
  .object({
    total: wholeNumber().meta({ description: "Annotations of the document with one of the requested statuses." }),
    statuses: z
      .record(z.string(), wholeNumber())
      .meta({ description: "Keyed by the id of the status; statuses without annotations are absent." }),
    hasMore: z.boolean().meta({ description: "Whether the document has more than were counted; the counts are then lower bounds." }),
    mine: wholeNumber()
      .optional()
      .meta({ description: "With `userId`: annotations in which the user wrote a comment, is tagged, or is the assignee." }),
    unread: wholeNumber().nullable().optional().meta({
      description: "With `userId`: annotations with an unread entry in the user's inbox; null while that is unavailable.",
    }),
  })
  .meta({ title: "DocumentCounts" });

export const documentCounts = z.record(z.string(), counts).meta({ description: "Keyed by documentId." });

export const countCommentAnnotations = operation({
  path: "/v2/commentannotations/count/get",
  sdk: "threads.count",
  auth: "apiKey",
  role: "read",
  summary: "Count the comment annotations of documents.",
  description: described(
    "Counts annotations for badges: up to 100 documents in one request, keyed by their ids. A document that does not exist has no annotations.",
    "`statusIds` restricts the counts to annotations with one of these statuses.",
    "At most 5,000 annotations of a document are counted; beyond that `hasMore` is true.",
    "`unread` comes from the user's inbox: comments create entries there while `notifyOfComments` is on (`/v2/workspace/apikeyconfig/update`), and `/v2/notifications/update` marks them as read.",
    "`unread` covers the newest 200 entries of each document, without entries that the user does not want or may not see.",
  ),
  rpc: ActivityService.method.countCommentAnnotations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: z
      .array(id())
      .max(100)
      .transform((ids) => [...new Set(ids)])
      .meta(texts.documentIds),
    userId: id().optional().meta(texts.userId),
    statusIds: anyOf().meta(texts.statusIds),
  }),
  response: documentCounts,
  message: "Comment annotations counted.",
  filters: ["documentIds", "statusIds"],
  example: {
    request: { organizationId: "acme", documentIds: ["welcome", "roadmap"], userId: "bob" },
    response: {
      welcome: { total: 2, statuses: { OPEN: 2 }, hasMore: false, mine: 2, unread: 1 },
      roadmap: { total: 1, statuses: { RESOLVED: 1 }, hasMore: false, mine: 0, unread: 0 },
    },
  },
  toRpc: ({ organizationId, documentIds, userId = "", statusIds: statuses = [] }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    userId,
    statuses,
  }),
  fromRpc: ({ documents }, { documentIds, userId }) => fromDocumentCounts(documents, documentIds, userId),
});

/** The counts of documents by their ids. */
export function fromDocumentCounts(documents: readonly DocumentCounts[], documentIds: readonly string[], userId: string | undefined) {
  const found = new Map(documents.map((document) => [document.documentId, document]));
  // If the filter cannot match anything, the service was not asked, and all counts are zero.
  return byKey(documentIds.map((documentId) => [documentId, fromCounts(found.get(documentId), userId)]));
}

function fromCounts(counted: DocumentCounts | undefined, userId: string | undefined) {
  if (counted === undefined) return { total: 0, statuses: {}, hasMore: false, ...(userId === undefined ? {} : { mine: 0, unread: 0 }) };
  const { total, statuses, hasMore, mine = 0, unread } = counted;
  const found = { total, statuses: byKey(statuses.map(({ status, count }) => [status, count])), hasMore };
  return userId === undefined ? found : { ...found, mine, unread: unread ?? null };
}

/** Ids such as `__proto__` are keys like any other. */
function byKey(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const found: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entries) found[key] = value;
  return found;
}
