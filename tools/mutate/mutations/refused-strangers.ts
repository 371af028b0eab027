import type { Mutation } from "../mutation.ts";

const connections = "libs/runtime/src/bounded-connections.ts";
const closingTest = ["libs/runtime/test/closing-turns.test.ts"];
const connectionsTest = ["libs/runtime/test/bounded-connections.test.ts"];

/** Connections after refused or unreadable requests. */
export const refusedStrangers: readonly Mutation[] = [
  {
    name: "bodies-of-strangers-are-all-read-at-once",
    file: connections,
    text: "if (connection.holder !== undefined) return 0;",
    replacement: "return 0;",
    noticedBy: connectionsTest,
    tests: "strangers' bodies are read no faster than the",
  },
  {
    name: "chunk-of-a-body-waits-whole",
    file: "libs/runtime/src/parse-in-turn.ts",
    text: "(isBody && rest.length > readAheadBytes)",
    replacement: "(isBody && rest.length < 0)",
    noticedBy: ["libs/runtime/test/parse-in-turn.test.ts"],
    tests: "of a stranger's body that waits, no more is held",
  },
  {
    name: "turn-of-a-body-is-for-a-part-of-what-was-read",
    file: "libs/runtime/src/parse-in-turn.ts",
    text: "= [true, socket.readableLength];",
    replacement: "= [true, 0];",
    noticedBy: ["libs/runtime/test/parse-in-turn.test.ts"],
    tests: "of a stranger's body that waits, no more is held",
  },
  {
    name: "body-is-paced-by-chunks-of-any-size",
    file: connections,
    text: "Math.max(leastMs, bytes / bytesPerMs)",
    replacement: "leastMs",
    noticedBy: connectionsTest,
    tests: "strangers' bodies are read no faster than the",
  },
  {
    name: "bodies-of-callers-are-read-as-strangers",
    file: connections,
    text: "if (connection.holder !== undefined) return 0;",
    replacement: "",
    noticedBy: connectionsTest,
    tests: "the body of a caller's refused request is",
  },
  {
    name: "refusal-of-a-body-is-reset-away",
    file: connections,
    text: "if (isOnTheWay) request",
    replacement: "if (isOnTheWay && false) request",
    noticedBy: connectionsTest,
    tests: "a client that reads no response before it has sent its body",
  },
  {
    name: "refused-connection-stays-for-ever",
    file: connections,
    text: "unfinished === 0 ? !isReceiving(connection) :",
    replacement: "unfinished === 0 ? true :",
    noticedBy: connectionsTest,
    tests: "a refused client that does not send the",
  },
  {
    name: "strangers-are-all-cut-off-at-once",
    file: "libs/runtime/src/closing-turns.ts",
    text: "if (waitMs <= 0) {",
    replacement: "if (waitMs < Number.POSITIVE_INFINITY) {",
    noticedBy: closingTest,
    tests: "strangers whose requests time out together are cut",
  },
  {
    name: "connection-ends-before-the-rest-has-come",
    file: connections,
    text: 'request.once("close", () => socket.end());',
    replacement: "socket.end();",
    noticedBy: connectionsTest,
    tests: "a connection does not end before the rest",
  },
  {
    name: "request-behind-the-last-response-is-read",
    file: connections,
    text: "isEnding || unfinished >=",
    replacement: "unfinished >=",
    noticedBy: connectionsTest,
    tests: "after the last response of a connection no",
  },
  {
    name: "refused-connection-is-read-on",
    file: "libs/runtime/src/closing-turns.ts",
    text: "socket.pause();",
    replacement: "",
    noticedBy: closingTest,
    tests: "nothing more is read from a connection that",
  },
  {
    name: "strangers-are-all-refused-at-once",
    file: "libs/runtime/src/leaky-bucket.ts",
    text: "nowMs + longestWaitMs) + takesMs;",
    replacement: "nowMs + longestWaitMs);",
    noticedBy: closingTest,
  },
  {
    name: "body-waits-for-the-end-of-its-request",
    file: connections,
    text: "(isReceiving(connection) ? this.#bodyWaitMs(connection, bytes) : this.#requestWaitMs(connection))",
    replacement: "this.#requestWaitMs(connection)",
    noticedBy: ["libs/runtime/test/parse-in-turn.test.ts"],
  },
  {
    name: "chunk-of-a-stranger-is-parsed-whole",
    file: "libs/runtime/src/parse-in-turn.ts",
    text: "Math.min(pieceBytes, rest.length - kept)",
    replacement: "rest.length - kept",
    noticedBy: ["libs/runtime/test/parse-in-turn.test.ts"],
    tests: "of a body that arrives with its head",
  },
];
