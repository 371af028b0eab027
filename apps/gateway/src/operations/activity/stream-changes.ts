import { ActivityService, type ReadChangesResponse } from "@parley/contracts/activity";
import * as z from "zod";
import { needs, withRules } from "../field-rules.ts";
import { followOperation } from "../stream-operation.ts";
import type { StreamEvent, StreamRequest } from "../stream-shape.ts";
import { described } from "../texts.ts";
import { changesFilter, changesRequest, fromChange } from "./change-fields.ts";

// Longer than any stream: the gateway ends a stream before this time.
const longestMs = 600_000;

const filter = z.strictObject(changesFilter);

export const streamChanges = followOperation({
  path: "/v2/changes/stream",
  sdk: "changes.watch",
  sdkByHand: "changes.get",
  auth: "apiKey",
  role: "read",
  summary: "Stream changes as server-sent events.",
  description: described(
    "Streams the changes of `/v2/changes/get` in the same order, each as soon as it is stored. The request is the same but for `waitMs`, and the cursors are interchangeable. The clients' `changes.watch` follows the same feed with `/v2/changes/get` and `waitMs`, which passes through every proxy.",
    "Events: `change` with the change; `bookmark` without one, at the beginning and every 15 seconds without changes; `end` after five minutes and when the gateway stops. Reconnect after `end`.",
    "The `id` of an event is the cursor behind it. A request with the header `Last-Event-ID` continues behind that event, whatever its `cursor` says. Reconnecting skips nothing.",
    'A failure after the stream has begun is a last event `error` with `{"error": …, "status": …}`: UNAUTHENTICATED within five seconds after the token was revoked, OUT_OF_RANGE when the database was restored or replaced. An earlier failure is returned as JSON.',
    "An API key may have ten streams at one gateway; more fail with RESOURCE_EXHAUSTED.",
  ),
  follows: ActivityService.method.readChanges,
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

/** The events of a page of changes, or a bookmark for a page without changes. */
export function* changeEvents({ changes, nextCursor }: ReadChangesResponse, request: StreamRequest): Generator<StreamEvent> {
  const { data, apiKeyId, sealed } = request;
  const { include = [] } = data as z.output<typeof filter>;
  if (changes.length === 0) yield { id: sealed(nextCursor), event: "bookmark", data: {} };
  for (const [index, change] of changes.entries()) {
    // The page may continue behind its last change, past changes that do not match.
    const cursor = index === changes.length - 1 ? nextCursor : change.cursor;
    yield { id: sealed(cursor), event: "change", data: fromChange(apiKeyId, change, include.includes("thread")) };
  }
}
