import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { needs, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { changesFilter, changesRequest, fromChange, storedChange } from "./change-fields.ts";

const maxWaitMs = 25_000;

export const getChanges = operation({
  path: "/v2/changes/get",
  sdk: "changes.get",
  auth: "apiKey",
  role: "read",
  summary: "Get what happened, in order, from where you were.",
  description:
    "Changes of threads, comments, reactions and recordings, records of the activity log, and removals (`organization.delete`, `folder.delete`, `document.delete`, `location.delete`, and `removal.start` for users' data), which name no person. " +
    "Keep `nextCursor` with what you made of the page, and begin the next request with it: nothing is skipped, whatever stops you in between. The order is the same for every reader and at each reading; a change is told at least once, and a record that is changed comes again. What was erased is not told again. " +
    "Filters that are given must all be met; removals of whole folders and organizations also come with a `documentId`. A page may hold fewer changes than `pageSize` (100 unless given), even none: `upToDate` says whether there were others. " +
    "With `waitMs` a request that finds none waits for one. A change stays back while a transaction that began earlier is under way, usually for milliseconds. " +
    'A cursor never expires. OUT_OF_RANGE with the field `cursor` says that the database was restored or replaced since: begin again with `"cursor": "start"`.',
  rpc: ActivityService.method.readChanges,
  request: withRules(
    z.strictObject({
      ...changesFilter,
      waitMs: z.number().int().min(0).max(maxWaitMs).optional().meta({ description: "How long to wait for a change while there is none." }),
    }),
    needs("documentId", "organizationId"),
  ),
  response: z.array(storedChange),
  message: "Changes retrieved.",
  feed: true,
  waits: true,
  timeoutMs: maxWaitMs + 5_000,
  example: {
    request: { organizationId: "acme", documentId: "welcome", actionTypes: ["comment_annotation.add"], cursor: "start", pageSize: 1 },
    response: [
      {
        changeId: "chg_k2f_9x",
        featureType: "comment",
        actionType: "comment_annotation.add",
        organizationId: "acme",
        documentId: "welcome",
        annotationId: "typo",
        commentId: "typo-1",
        recordingId: null,
        activityId: "act_8Kq2",
        folderId: null,
        locationId: null,
        jobId: null,
        actionUser: { userId: "alice", name: "Alice Adams" },
        changes: null,
        occurredAt: 1767225600000,
      },
    ],
  },
  toRpc: ({ waitMs = 0, ...filter }, { apiKeyId }) => ({ ...changesRequest(apiKeyId, filter), waitMs }),
  fromRpc: ({ changes }, { include = [] }, { apiKeyId }) =>
    changes.map((change) => fromChange(apiKeyId, change, include.includes("thread"))),
  extras: ({ upToDate }) => ({ upToDate }),
});
