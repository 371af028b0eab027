import { ActivityService, type WatchChangesResponse } from "@parley/contracts/activity";
import * as z from "zod";
import { needs, withRules } from "../field-rules.ts";
import { streamOperation } from "../stream-operation.ts";
import type { StreamEvent, StreamRequest } from "../stream-shape.ts";
import { changesFilter, changesRequest, fromChange } from "./change-fields.ts";

// More than a stream may last: it is ended before.
const longestMs = 600_000;

const filter = z.strictObject(changesFilter);

export const streamChanges = streamOperation({
  path: "/v2/changes/stream",
  sdk: "changes.watch",
  sdkByHand: "changes.get",
  auth: "apiKey",
  role: "read",
  summary: "Follow what happens as a stream of server-sent events.",
  description:
    "The changes of `/v2/changes/get`, in the same order, each as it is stored. The request is the same without `waitMs`, and the cursors are: one of a stream goes on in a page, and the other way round. " +
    "Events: `change`, with the change; `bookmark`, without one, at the beginning and every 15 seconds while there is none; `end` after five minutes, and when the gateway stops: come again. The `id` of an event is the cursor behind it. " +
    "A request with the header `Last-Event-ID` goes on behind that event, whatever its `cursor` says. Nothing is skipped by coming again, wherever the stream broke off. " +
    'If it fails after it has begun, the last event is `error` with `{"error": …, "status": …}`: UNAUTHENTICATED within five seconds after the token was revoked, OUT_OF_RANGE when the database was restored or replaced. Before that a failure is JSON, as by any other operation. ' +
    "An API key has at most ten streams at a time at one gateway; more are RESOURCE_EXHAUSTED. " +
    "The clients' `changes.watch` follows the same feed by `/v2/changes/get` with `waitMs`, which passes through every proxy.",
  rpc: ActivityService.method.watchChanges,
  request: withRules(filter, needs("documentId", "organizationId")),
  feed: true,
  waits: true,
  lasts: true,
  timeoutMs: longestMs,
  example: {
    request: { organizationId: "acme", documentId: "welcome", actionTypes: ["comment_annotation.add"], cursor: "start" },
    response: null,
  },
  toRpc: (data, { apiKeyId }) => changesRequest(apiKeyId, data),
  stream: {
    events: changeEvents,
    retryMs: 2_000,
    closing: { event: "end", data: {} },
    example: [
      "retry: 2000\n\n",
      'id: 3xKQ\nevent: change\ndata: {"changeId":"chg_k2f_9x","featureType":"comment","actionType":"comment_annotation.add","organizationId":"acme",',
      '"documentId":"welcome","annotationId":"typo","commentId":"typo-1","recordingId":null,"activityId":"act_8Kq2","folderId":null,"locationId":null,',
      '"jobId":null,"actionUser":{"userId":"alice","name":"Alice Adams"},"changes":null,"occurredAt":1767225600000}\n\n',
      "id: 3xKQ\nevent: bookmark\ndata: {}\n\n",
      "event: end\ndata: {}\n\n",
    ].join(""),
  },
});

/** The events of a page of changes; of one without any, a bookmark. */
export function* changeEvents({ changes, nextCursor }: WatchChangesResponse, request: StreamRequest): Generator<StreamEvent> {
  const { data, apiKeyId, sealed } = request;
  const { include = [] } = data as z.output<typeof filter>;
  if (changes.length === 0) yield { id: sealed(nextCursor), event: "bookmark", data: {} };
  for (const [index, change] of changes.entries()) {
    // The page may have gone further than to its last change.
    const cursor = index === changes.length - 1 ? nextCursor : change.cursor;
    yield { id: sealed(cursor), event: "change", data: fromChange(apiKeyId, change, include.includes("thread")) };
  }
}
