import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { anyOf } from "../activity/activity-fields.ts";
import { documentCounts, fromDocumentCounts } from "../activity/count-comment-annotations.ts";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const getCounts = operation({
  path: "/v2/me/counts/get",
  sdk: "me.getCounts",
  auth: "user",
  role: "read",
  reach: { within: "documents", role: "viewer", asks: "notDisabled" },
  summary: "Count threads, in total and for the user.",
  description: "Works as `/v2/commentannotations/count/get` for the user. The counts are meant for badges.",
  rpc: ActivityService.method.countCommentAnnotations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentIds: z
      .array(id())
      .min(1)
      .max(100)
      .transform((ids) => [...new Set(ids)])
      .meta(texts.documentIds),
    statusIds: anyOf().meta(texts.statusIds),
  }),
  response: documentCounts,
  message: "Threads counted.",
  filters: ["statusIds"],
  example: {
    request: { organizationId: "acme", documentIds: ["welcome"] },
    response: { welcome: { total: 2, statuses: { OPEN: 2 }, hasMore: false, mine: 2, unread: 1 } },
  },
  toRpc: ({ organizationId, documentIds, statusIds: statuses = [] }, { apiKeyId, userId }) => {
    return { apiKeyId, organizationId, documentIds, userId, statuses };
  },
  fromRpc: ({ documents }, { documentIds }, { userId }) => fromDocumentCounts(documents, documentIds, userId),
});
