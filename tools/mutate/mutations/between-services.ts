import type { Mutation } from "../mutation.ts";

const tlsOfProcesses = ["libs/runtime/test/rpc-tls.test.ts"];
const tlsOfPorts = ["libs/rpc/test/rpc-tls.test.ts"];

/** Calls between services, and their addressees. */
export const betweenServices: readonly Mutation[] = [
  {
    name: "plain-url-beside-a-certificate",
    file: "libs/runtime/src/rpc-tls-settings.ts",
    text: '.filter((url) => !url.startsWith("https:"))',
    replacement: '.filter((url) => !url.startsWith("http"))',
    noticedBy: tlsOfProcesses,
    tests: "the start is refused",
  },
  {
    name: "authority-without-a-certificate",
    file: "libs/runtime/src/rpc-tls-settings.ts",
    text: "if (serves && ca !== undefined && cert === undefined)",
    replacement: "if (!serves && ca !== undefined && cert === undefined)",
    noticedBy: tlsOfProcesses,
    tests: "a process with an authority for its callers",
  },
  {
    name: "process-asks-its-callers-for-no-certificate",
    file: "libs/runtime/src/process.ts",
    text: "{ tls: { cert, key, ca } }",
    replacement: "{ tls: { cert, key, ca: ca && undefined } }",
    noticedBy: tlsOfProcesses,
    tests: "between processes",
  },
  {
    name: "process-calls-whoever-answers",
    file: "libs/rpc/src/addresses/endpoint.ts",
    text: "lookup, ...tls }",
    replacement: "lookup, ...tls, rejectUnauthorized: false }",
    noticedBy: tlsOfPorts,
    tests: "a service with a certificate",
  },
  {
    name: "process-streams-from-whoever-answers",
    file: "libs/rpc/src/addresses/stream-sessions.ts",
    text: "lookup: this.#lookup, ...tls }",
    replacement: "lookup: this.#lookup, ...tls, rejectUnauthorized: false }",
    noticedBy: tlsOfPorts,
    tests: "a service with a certificate",
  },
  {
    name: "caller-without-a-certificate-is-served",
    file: "libs/rpc/src/shared-port.ts",
    text: "rejectUnauthorized: true,",
    replacement: "rejectUnauthorized: false,",
    noticedBy: tlsOfPorts,
    tests: "with an authority, a caller needs one of",
  },
  {
    name: "address-that-failed-is-probed-by-everybody",
    file: "libs/rpc/src/addresses/endpoint.ts",
    text: "(nowMs >= this.#pausedUntilMs && this.inFlight === 0)",
    replacement: "nowMs >= this.#pausedUntilMs",
    noticedBy: ["libs/rpc/src/addresses/endpoint.test.ts"],
  },
  {
    name: "repeats-without-a-bound",
    file: "libs/rpc/src/addresses/repeat-budget.ts",
    text: "if (this.#left < 1) return false;",
    replacement: "if (this.#left < -1_000_000) return false;",
    noticedBy: ["libs/rpc/test/rpc-repeats.test.ts"],
    tests: "of many reads without a response only ten",
  },
  {
    name: "repeats-are-saved-up-without-end",
    file: "libs/rpc/src/addresses/repeat-budget.ts",
    text: "Math.min(most, this.#left + share)",
    replacement: "this.#left + share",
    noticedBy: ["libs/rpc/src/addresses/repeat-budget.test.ts"],
  },
];
