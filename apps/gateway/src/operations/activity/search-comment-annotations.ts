import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { id, pageToken, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { anyOf } from "./activity-fields.ts";
import { fromAnnotation, storedAnnotation } from "./annotation-fields.ts";
import { exampleThread } from "./example-thread.ts";

const found = z
  .object({
    thread: storedAnnotation.meta({ description: "The thread as it is now, with all its comments and reactions." }),
    commentIds: z.array(z.string()).meta({ description: "The comments that have all words, in the thread's order." }),
    excerpt: z.string().meta({ description: "A part of the newest such comment, around the first match." }),
  })
  .meta({ title: "FoundThread" });

const index = z.object({
  upToDate: z.boolean().meta({ description: "Whether everything was searched." }),
  percent: wholeNumber().meta({ description: "Percentage of the comments existing when search was turned on that has been indexed." }),
});

export const searchCommentAnnotations = operation({
  path: "/v2/commentannotations/search",
  sdk: "threads.search",
  auth: "apiKey",
  role: "read",
  isCostly: true,
  summary: "Search comment annotations by words.",
  description: described(
    "Returns threads with a comment that contains all words of `query`; of the last word the beginning is enough. The threads that were created last come first, by `createdAt`, also after an import.",
    "Case and marks do not matter: `uber` finds `Über`. Chinese, Japanese, Thai and other scripts without spaces are found by pairs of characters. An emoji is a word, whatever its skin tone.",
    "Of a comment without `commentText`, the text that a browser shows of its `commentHtml` is searched: entities are decoded, inline elements do not part words, and scripts and styles are left out.",
    "The first 20,000 characters of a comment are searched. A query has at most 32 words, in a script without spaces 33 characters; a longer one is refused.",
    "`userId` matches threads in which the user wrote a comment, is tagged, or is the assignee. Threads of a disabled organization or document are left out.",
    "`pageSize` is 20 by default. A page may have fewer threads, even none, while `nextPageToken` says that more follow: a request reads at most 5,000 threads, and for one word about two million comments, for several words fewer.",
    "Search needs `searchEnabled` (`/v2/workspace/apikeyconfig/update`). Existing comments are then indexed in the background; until that is done, `index` says how far it is.",
    "Comments that were just written or edited are found at once, unless there are too many for a request to read.",
  ),
  rpc: ActivityService.method.searchCommentAnnotations,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    query: z.string().min(1).max(400).meta({ description: "The words to find, at most 32." }),
    documentId: id().optional().meta(texts.documentId),
    userId: id().optional().meta(texts.userId),
    statusIds: anyOf().meta(texts.statusIds),
    pageSize: z.number().int().min(1).max(100).optional().meta(texts.pageSize),
    pageToken: pageToken().meta(texts.pageToken),
  }),
  response: z.array(found),
  message: "Comment annotations found.",
  paged: true,
  filters: ["statusIds"],
  extraFields: { index: index.meta({ description: "Progress of the index." }) },
  example: {
    request: { organizationId: "acme", query: "typo" },
    response: [{ thread: exampleThread, commentIds: ["typo-1"], excerpt: "There is a typo, @Bob." }],
    extras: { index: { upToDate: true, percent: 100 } },
  },
  toRpc: (
    { organizationId, query, documentId = "", userId = "", statusIds: statuses = [], pageSize = 0, pageToken: token = "" },
    { apiKeyId },
  ) => ({
    apiKeyId,
    organizationId,
    query,
    documentId,
    userId,
    statuses,
    pageSize,
    pageToken: token,
  }),
  fromRpc: ({ threads }, _, { apiKeyId }) =>
    threads.flatMap(({ annotation, commentIds, excerpt }) =>
      annotation === undefined ? [] : [{ thread: fromAnnotation(apiKeyId, annotation), commentIds, excerpt }],
    ),
  extras: ({ isUpToDate, indexedPercent }) => ({ index: { upToDate: isUpToDate, percent: indexedPercent } }),
});
