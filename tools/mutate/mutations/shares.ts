import type { Mutation } from "../mutation.ts";

const sharesFile = "libs/rpc/src/connection-shares.ts";
const sharesTests = ["libs/rpc/test/rpc-shares.test.ts"];

/** The protection of customers from other customers' slow calls. */
export const shares: readonly Mutation[] = [
  {
    name: "one-key-takes-all-connections-to-a-service",
    file: sharesFile,
    text: "const partOfFree = 1 / 3;",
    replacement: "const partOfFree = 1_000;",
    noticedBy: sharesTests,
    tests: "a key's slow calls",
  },
  {
    name: "keys-together-take-all-connections-to-a-service",
    file: sharesFile,
    text: "this.#options.capacity() - this.#taken",
    replacement: "this.#options.capacity() * (3 / 4)",
    noticedBy: sharesTests,
    tests: "however many keys",
  },
  {
    name: "one-key-opens-all-streams-to-a-service",
    file: "libs/rpc/src/stream-caller.ts",
    text: 'only === undefined ? "" : holderOf(only)',
    replacement: '""',
    noticedBy: sharesTests,
    tests: "a key's open streams",
  },
  {
    name: "call-waits-for-a-connection-until-it-is-too-late",
    file: sharesFile,
    text: "timeMs * longestWaitPart",
    replacement: "timeMs * 1_000",
    noticedBy: sharesTests,
    tests: "a call that has waited",
  },
  {
    name: "calls-of-a-key-wait-without-a-bound",
    file: sharesFile,
    text: "if (!isBelowThreshold(line.size, this.#options.mostWaiting - this.#waitingCount))",
    replacement: "if (line.size > 1_000)",
    noticedBy: sharesTests,
    tests: "calls of a key beyond the places to",
  },
  {
    name: "waiting-calls-take-the-connections-of-others",
    file: "libs/rpc/src/rpc-transport.ts",
    text: "(waits(input) ? waiting : unary)",
    replacement: "(waits(input) ? unary : unary)",
    noticedBy: sharesTests,
    tests: "long polls take no connection of other calls",
  },
  {
    name: "one-key-has-all-waiting-calls",
    file: "libs/rpc/src/rpc-transport.ts",
    text: "{ ...common, maxCalls: maxWaitingCalls, maxConnections: maxWaitingCalls,",
    replacement: "{ ...common, maxCalls: maxWaitingCalls, maxConnections: maxWaitingCalls * 16,",
    noticedBy: sharesTests,
    tests: "a key has at most a quarter of",
  },
  {
    name: "read-that-waits-is-sent-to-a-second-address",
    file: "libs/rpc/src/unary-caller.ts",
    text: "this.#options.staysWithAddress !== true && ",
    replacement: "",
    noticedBy: ["libs/rpc/test/rpc-repeats.test.ts"],
    tests: "a long poll stays with its address for",
  },
  {
    name: "call-overtakes-those-of-its-key-that-wait",
    file: sharesFile,
    text: "(this.#waiting.has(holder) || !this.#mayTake(holder))",
    replacement: "!this.#mayTake(holder)",
    noticedBy: ["libs/rpc/src/connection-shares.test.ts"],
  },
  {
    name: "stranger-takes-the-share-of-whom-he-claims-to-be",
    file: sharesFile,
    text: 'scopeId || "";',
    replacement: 'scopeId || (request as { principalId?: string }).principalId || "";',
    noticedBy: ["libs/rpc/src/connection-shares.test.ts"],
  },
  {
    name: "one-key-asks-all-that-its-workspace-may",
    file: "apps/rewriter/src/calls/model-call.ts",
    text: "await keySlots.take(apiKeyId,",
    replacement: "await keySlots.take(String(performance.now()),",
    noticedBy: ["apps/rewriter/test/limits.test.ts"],
    tests: "calls of an API key run and wait",
  },
  {
    name: "abandoned-stream-keeps-its-place",
    file: "libs/rpc/src/stream-caller.ts",
    text: 'signal?.addEventListener("abort", giveBack);',
    replacement: "",
    noticedBy: ["libs/rpc/test/rpc-shares.test.ts"],
  },
  {
    name: "unread-stream-keeps-its-place",
    file: "libs/rpc/src/stream-caller.ts",
    text: "setTimeout(giveBack, deadlineMs - performance.now())",
    replacement: "setTimeout(() => undefined, deadlineMs - performance.now())",
    noticedBy: ["libs/rpc/test/rpc-shares.test.ts"],
  },
];
