import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { needs, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { changesFilter, changesRequest, fromChange, storedChange } from "./change-fields.ts";

const maxWaitMs = 25_000;

export const getChanges = operation({
  path: "/v2/changes/get",
  sdk: "changes.get",
  auth: "apiKey",
  role: "read",
  summary: "Get changes in order, from a cursor.",
  description: described(
    "Returns changes of threads, comments, reactions and recordings, records of the activity log, and removals, in the same order for every reader. Keep `nextCursor` together with the results of a page and begin the next request with it: nothing is skipped, wherever you stop.",
    "Removals are `organization.delete`, `folder.delete`, `document.delete` and `location.delete`, and `removal.start` for users' data. They name no person.",
    "Each change is delivered at least once. A record that is changed later is delivered again; erased data is not.",
    "A change must match all given filters; removals of whole folders and organizations are returned for any `documentId`.",
    "`pageSize` is 100 by default. A page may have fewer changes, even none; `upToDate` says whether more follow.",
    "With `waitMs`, a request that finds no change waits for one.",
    "A change is held back while an earlier transaction is running, usually for milliseconds.",
    'A cursor never expires. OUT_OF_RANGE for the field `cursor` means that the database was restored or replaced: begin again with `"cursor": "start"`.',
  ),
  rpc: ActivityService.method.readChanges,
  request: withRules(
    z.strictObject({
      ...changesFilter,
      waitMs: z.number().int().min(0).max(maxWaitMs).optional().meta({ description: "Longest time in milliseconds to wait for a change." }),
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
