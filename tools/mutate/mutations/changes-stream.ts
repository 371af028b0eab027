import type { Mutation } from "../mutation.ts";

const stream = ["apps/all-in-one/test/changes-stream.test.ts"];
const told = ["apps/activity/test/changes-told.test.ts"];
const events = ["apps/gateway/src/request/event-stream.test.ts"];
const openStreams = "apps/gateway/src/load/open-streams.ts";
const eventStream = "apps/gateway/src/request/event-stream.ts";
const together = "all-in-one ";

/** The feed of changes as a stream: where it goes on, who may read it, and what ends it. */
export const changesStream: readonly Mutation[] = [
  {
    name: "last-event-id-is-not-read",
    file: "apps/gateway/src/request/request-handler.ts",
    text: '"last-event-id": cursor',
    replacement: '"last-event-identity": cursor',
    noticedBy: stream,
    tests: `${together}the id of each event goes on behind it`,
  },
  {
    name: "change-has-the-cursor-behind-its-page",
    file: "apps/gateway/src/operations/activity/stream-changes.ts",
    text: "index === changes.length - 1 ? nextCursor : change.cursor",
    replacement: 'index === changes.length ? "" : nextCursor',
    noticedBy: stream,
    tests: `${together}the id of each event goes on behind it`,
  },
  {
    name: "revoked-token-goes-on-reading",
    file: openStreams,
    text: "for (const [token, streams] of byToken) void this.#check(token, streams);",
    replacement: "",
    noticedBy: stream,
    tests: `${together}a token that is revoked`,
  },
  {
    name: "revoked-token-ends-all-streams",
    file: openStreams,
    text: "for (const { stream } of streams) stream.end(error);",
    replacement: "for (const { stream } of this.#open) stream.end(error);",
    noticedBy: stream,
    tests: `${together}a token that is revoked`,
  },
  {
    name: "stream-has-no-longest-time",
    file: openStreams,
    text: "if (open.endsAtMs <= nowMs) open.stream.end();",
    replacement: "",
    noticedBy: stream,
    tests: "the end of a stream comes after its time",
  },
  {
    name: "gateway-stops-without-a-word-to-its-streams",
    file: "apps/gateway/src/module.ts",
    text: "    host.onDrain(() => streams.drain());\n",
    replacement: "",
    noticedBy: stream,
    tests: "the end of a stream comes when the gateway stops",
  },
  {
    name: "service-that-stops-waits-for-its-readers",
    file: "apps/activity/src/feed/feed-watch.ts",
    text: "    host.onDrain(() => this.#release());\n",
    replacement: "",
    noticedBy: stream,
    tests: "the end of a stream comes when the activity stops",
  },
  {
    name: "streams-take-the-places-of-requests",
    file: "apps/gateway/src/load/admission.ts",
    text: "if (lasts) return [streams];",
    replacement: "if (lasts) return [inFlight, streams];",
    noticedBy: stream,
    tests: `${together}an API key has as many streams`,
  },
  {
    name: "streams-of-a-key-have-no-bound",
    file: "apps/gateway/src/load/admission.ts",
    text: "mostPerKey: config.maxStreamsPerKey",
    replacement: "mostPerKey: config.maxStreams",
    noticedBy: stream,
    tests: `${together}an API key has as many streams`,
  },
  {
    name: "stream-keeps-the-room-of-its-body",
    file: "apps/gateway/src/request/request-handler.ts",
    text: "          leaveBody();\n",
    replacement: "",
    noticedBy: ["apps/gateway/src/request/request-handler.test.ts"],
  },
  {
    name: "stream-is-buffered-by-proxies",
    file: "apps/gateway/src/request/stream-answer.ts",
    text: '"x-accel-buffering": "no"',
    replacement: '"x-accel-buffering": "yes"',
    noticedBy: stream,
    tests: `${together}a stream tells what was there`,
  },
  {
    name: "stream-reads-ahead-of-its-reader",
    file: eventStream,
    text: "while (text.length < partLength) {",
    replacement: "while (text.length >= 0) {",
    noticedBy: events,
  },
  {
    name: "stream-that-waits-cannot-be-ended",
    file: eventStream,
    text: "    this.#giveUp?.();\n",
    replacement: "",
    noticedBy: events,
  },
  {
    name: "idle-stream-says-nothing",
    file: "apps/activity/src/feed/watch-changes.ts",
    text: "yield { changes: [], nextCursor: cursor, upToDate: true };",
    replacement: "",
    noticedBy: stream,
    tests: `${together}without a cursor it begins now`,
  },
  {
    name: "stream-waits-for-what-it-has-read",
    file: "apps/activity/src/feed/watch-changes.ts",
    text: "isWaiting = page.upToDate;",
    replacement: "isWaiting = true;",
    noticedBy: told,
    tests: "streams a page that has not come to the end is followed by the next",
  },
  {
    name: "stream-ends-with-the-one-that-asked-first",
    file: "apps/activity/src/feed/feed-pages.ts",
    text: "page = runWithContext(call, read)",
    replacement: "void [runWithContext, call];\n      page = read()",
    noticedBy: told,
    tests: "streams at the same place",
  },
  {
    name: "pages-of-filters-are-mixed-up",
    file: "apps/activity/src/feed/watch-changes.ts",
    text: "JSON.stringify([apiKeyId, organizationId, documentId, actionTypes, cursor,",
    replacement: "JSON.stringify([apiKeyId, organizationId, actionTypes, cursor,",
    noticedBy: told,
    tests: "streams with other filters",
  },
  {
    name: "transaction-has-no-longest-time",
    file: "libs/database/src/transaction.ts",
    text: "if (performance.now() > this.#endsAtMs)",
    replacement: "if (performance.now() > this.#endsAtMs + 3_600_000)",
    noticedBy: ["libs/database/test/database.test.ts"],
    tests: "a transaction begins no statement",
  },
];
