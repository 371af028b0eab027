import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { changesFilter, changesRequest } from "../activity/change-fields.ts";
import { changeEvents } from "../activity/stream-changes.ts";
import { exclusive, withRules } from "../field-rules.ts";
import { id } from "../fields.ts";
import { followOperation } from "../stream-operation.ts";
import { described, texts } from "../texts.ts";
import { visibleChanges } from "./visible-changes.ts";

// Longer than any stream: the gateway ends a stream before this timeout.
const longestMs = 600_000;

export const streamOwnChanges = followOperation({
  path: "/v2/me/changes/stream",
  sdk: "me.watchChanges",
  auth: "user",
  role: "read",
  reach: { within: "documents", role: "viewer", asks: "open" },
  summary: "Stream changes that the user may see.",
  description: described(
    "Sends the events of `/v2/changes/stream` for documents that the token names, as server-sent events. Documents that are disabled are left out.",
    "One stream serves several lists: name several `documentIds`, or none for all documents of an organization that the token names.",
    "Users have the name and picture that are stored now.",
    "The stream ends with the event `error`. It says UNAUTHENTICATED within five seconds after the token was revoked or expired. It says PERMISSION_DENIED when the API key, the organization or a named document was disabled, and when the token no longer names one of them.",
    "A user has at most five streams at a time at one gateway.",
    "Read the stream with `fetch`: an `EventSource` cannot send a token.",
  ),
  follows: ActivityService.method.readChanges,
  request: withRules(
    z.strictObject({
      ...changesFilter,
      organizationId: id().meta(texts.organizationId),
      documentIds: z
        .array(id())
        .min(1)
        .max(100)
        .transform((ids) => [...new Set(ids)])
        .optional()
        .meta(texts.documentIds),
    }),
    exclusive("documentIds", "documentId"),
  ),
  feed: true,
  waits: true,
  lasts: true,
  timeoutMs: longestMs,
  example: { request: { organizationId: "acme", documentId: "welcome", include: ["thread"] }, response: null },
  toRpc: ({ documentIds, ...data }, { apiKeyId }) => {
    const [only, ...others] = documentIds ?? [];
    // A request for several documents watches the whole organization and filters its changes, because all such streams share the same pages
    // of changes.
    return changesRequest(apiKeyId, others.length === 0 && only !== undefined ? { ...data, documentId: only } : data);
  },
  stream: {
    events: changeEvents,
    narrowed: visibleChanges,
    retryMs: 2_000,
    closing: { event: "end", data: {} },
    example: "retry: 2000\n\nid: 3xKQ\nevent: bookmark\ndata: {}\n\nevent: end\ndata: {}\n\n",
  },
});
