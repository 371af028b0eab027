import type { Mutation } from "../mutation.ts";

const connections = "libs/runtime/src/bounded-connections.ts";
const connectionsTest = ["libs/runtime/test/bounded-connections.test.ts"];

/** What becomes of connections whose requests have been refused, or cannot be read. */
export const refusedStrangers: readonly Mutation[] = [
  {
    name: "body-that-was-refused-is-read",
    file: connections,
    text: "if (isLeft) return Number.POSITIVE_INFINITY;",
    replacement: "",
    noticedBy: connectionsTest,
    tests: "of a stranger's body nothing more is read",
  },
  {
    name: "refusal-of-a-body-is-reset-away",
    file: connections,
    text: "socket.destroySoon = () => undefined;",
    replacement: "",
    noticedBy: connectionsTest,
    tests: "of a stranger's body nothing more is read",
  },
  {
    name: "refused-connection-stays-for-ever",
    file: connections,
    text: "setTimeout(() => this.#cut(socket), spread(lingerMs)).unref();",
    replacement: "",
    noticedBy: connectionsTest,
    tests: "of a stranger's body nothing more is read",
  },
  {
    name: "refused-caller-is-cut-off-with-its-body",
    file: connections,
    text: "announcedBytes(headers) > 0 && this.#connections.get(socket)?.holder === undefined;",
    replacement: "announcedBytes(headers) > 0;",
    noticedBy: connectionsTest,
    tests: "the body of a caller's request is read on",
  },
  {
    name: "refused-connection-is-read-on",
    file: "apps/gateway/src/http/refuse-unreadable.ts",
    text: "socket.pause();",
    replacement: "",
    noticedBy: ["apps/gateway/src/http/refuse-unreadable.test.ts"],
    tests: "no more is read",
  },
  {
    name: "strangers-are-all-refused-at-once",
    file: "apps/gateway/src/http/refuse-unreadable.ts",
    text: "nowMs + longestWaitMs) + priceMs;",
    replacement: "nowMs + longestWaitMs);",
    noticedBy: ["apps/gateway/src/http/refuse-unreadable.test.ts"],
  },
  {
    name: "body-waits-for-the-end-of-its-request",
    file: "libs/runtime/src/parse-in-turn.ts",
    text: "(ms > 0 && !isReceiving())",
    replacement: "ms > 0",
    noticedBy: ["libs/runtime/test/parse-in-turn.test.ts"],
  },
];
