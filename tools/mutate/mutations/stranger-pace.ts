import type { Mutation } from "../mutation.ts";

const connections = "libs/runtime/src/bounded-connections.ts";
const pace = "libs/runtime/src/stranger-pace.ts";
const paceTest = ["libs/runtime/test/stranger-pace.test.ts"];

/** The paces that all connections share. */
export const strangerPace: readonly Mutation[] = [
  {
    name: "bodies-of-strangers-are-all-read-at-once",
    file: connections,
    text: "connection.holder === undefined ? this.#pace.bodyWaitMs(connection, bytes) : 0",
    replacement: "0",
    noticedBy: paceTest,
    tests: "strangers' bodies are read no faster than the",
  },
  {
    name: "strangers-share-no-pace-of-refusals",
    file: pace,
    text: "waitMs > 0 || isFree ? waitMs : turnWaitMs(paced, this.#requests, requestMs)",
    replacement: "waitMs",
    noticedBy: paceTest,
    tests: "strangers' requests behind refused ones",
  },
  {
    name: "operators-have-a-burst-of-metrics",
    file: "libs/runtime/src/ops-server.ts",
    text: "const turnsAtOnce = 5;",
    replacement: "const turnsAtOnce = 50;",
    noticedBy: ["libs/runtime/test/ops.test.ts"],
    tests: "operators' requests are served at a rate",
  },
  {
    name: "body-is-paced-by-chunks-of-any-size",
    file: pace,
    text: "Math.max(leastMs, bytes / bytesPerMs)",
    replacement: "leastMs",
    noticedBy: paceTest,
    tests: "strangers' bodies are read no faster than the",
  },
  {
    name: "operators-requests-have-no-common-pace",
    file: "libs/runtime/src/ops-server.ts",
    text: "if (waitMs > 0) await delay(waitMs);",
    replacement: "",
    noticedBy: ["libs/runtime/test/ops.test.ts"],
    tests: "operators' requests are served at a rate",
  },
  {
    name: "unread-responses-to-operators-are-all-kept",
    file: "libs/runtime/src/ops-server.ts",
    text: "if (this.#unread.size > mostUnread) oldest?.destroy();",
    replacement: "",
    noticedBy: ["libs/runtime/test/ops.test.ts"],
    tests: "of unread responses to operators",
  },
  {
    name: "strangers-take-the-place-of-a-probe",
    file: "libs/runtime/src/ops-server.ts",
    text: "const mostConnections = 4_096;",
    replacement: "const mostConnections = 256;",
    noticedBy: ["libs/runtime/test/ops.test.ts"],
    tests: "a probe is answered although a thousand strangers",
  },
];
