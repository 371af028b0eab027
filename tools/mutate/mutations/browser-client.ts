import type { Mutation } from "../mutation.ts";

const client = "libs/sdk-typescript/src/browser";
const tokens = [`${client}/tokens.test.ts`];
const stream = [`${client}/live/change-stream.test.ts`];
const writes = [`${client}/live/writes.test.ts`];
const inbox = [`${client}/live/live-inbox.test.ts`];
const server = ["apps/example/src/server/example-server.test.ts"];

/** The client for browsers, and the example's server. */
export const browserClient: readonly Mutation[] = [
  {
    name: "refused-token-is-kept",
    file: `${client}/tokens.ts`,
    text: "      if (this.#asked === asked) this.forget();\n      return",
    replacement: "      return",
    noticedBy: tokens,
  },
  {
    name: "each-who-was-refused-asks-for-a-token",
    file: `${client}/tokens.ts`,
    text: "if (this.#asked === asked) this.forget();\n      return",
    replacement: "this.forget();\n      return",
    noticedBy: tokens,
  },
  {
    name: "token-is-used-until-it-ends",
    file: `${client}/tokens.ts`,
    text: " || Date.now() >= this.#renewAtMs",
    replacement: "",
    noticedBy: tokens,
  },
  {
    name: "token-ends-by-the-clock-of-the-machine",
    file: `${client}/tokens.ts`,
    text: "(exp - iat) * 1_000",
    replacement: "exp * 1_000 - Date.now()",
    noticedBy: tokens,
  },
  {
    name: "stream-comes-again-from-now",
    file: `${client}/live/change-stream.ts`,
    text: `    if (id !== "") this.#cursor = id;\n`,
    replacement: "",
    noticedBy: stream,
  },
  {
    name: "unknown-cursor-is-shown-again",
    file: `${client}/live/change-stream.ts`,
    text: `    if (error.status === "OUT_OF_RANGE") {\n      this.#cursor = fromNow;\n`,
    replacement: `    if (error.status === "OUT_OF_RANGE") {\n`,
    noticedBy: stream,
  },
  {
    name: "stream-keeps-a-token-that-it-was-told-is-over",
    file: `${client}/live/change-stream.ts`,
    text: `    if (error.status === "UNAUTHENTICATED" && this.#isLive) this.#source.onRefused();\n`,
    replacement: "",
    noticedBy: stream,
  },
  {
    name: "broken-stream-is-a-final-failure",
    file: `${client}/live/change-stream.ts`,
    text: `throw error instanceof ParleyError ? error : connectionError("The stream of changes broke off.", error);`,
    replacement: "throw error;",
    noticedBy: stream,
  },
  {
    name: "one-refused-document-ends-all-lists",
    file: `${client}/live/change-stream.ts`,
    text: "refused === undefined || follower.place.documentId === refused",
    replacement: "true",
    noticedBy: stream,
  },
  {
    name: "echo-of-a-write-is-shown-beside-it",
    file: `${client}/live/writes.ts`,
    text: "entry.threadId !== threadId || entry.isIn(seen)",
    replacement: "entry.threadId !== threadId",
    noticedBy: writes,
  },
  {
    name: "confirmed-write-comes-back-after-its-deletion",
    file: `${client}/live/writes.ts`,
    text: "      if (entry.isIn(thread)) entry.isSeen = true;\n",
    replacement: "",
    noticedBy: writes,
  },
  {
    name: "writes-to-a-thread-overtake-each-other",
    file: `${client}/live/writes.ts`,
    text: `    const next = this.#entries.find((entry) => entry.threadId === threadId && entry.state !== "confirmed" && entry.state !== "refused");`,
    replacement: `    const next = this.#entries.find((entry) => entry.threadId === threadId && entry.state === "queued");`,
    noticedBy: writes,
  },
  {
    name: "refused-write-stays",
    file: `${client}/live/writes.ts`,
    text: `    else this.#remove(entry);\n    this.#sendNext(entry.threadId);\n  }\n\n  #remove`,
    replacement: `    this.#sendNext(entry.threadId);\n  }\n\n  #remove`,
    noticedBy: writes,
  },
  {
    name: "refused-write-is-refused-for-ever",
    file: `${client}/live/writes.ts`,
    text: `    if (entry.state === "refused") entry.sentAs = freshKey();\n`,
    replacement: "",
    noticedBy: writes,
  },
  {
    name: "call-waits-for-a-token-without-end",
    file: `${client}/tokens.ts`,
    text: `      signal.addEventListener("abort", end, { once: true });\n`,
    replacement: "",
    noticedBy: tokens,
  },
  {
    name: "good-token-is-dropped-when-its-replacement-fails",
    file: `${client}/tokens.ts`,
    text: "before !== undefined && Date.now() < this.#endsAtMs",
    replacement: "before === undefined",
    noticedBy: tokens,
  },
  {
    name: "signed-out-user-goes-on",
    file: `${client}/tokens.ts`,
    text: " && !(error instanceof UnauthenticatedError)",
    replacement: "",
    noticedBy: tokens,
  },
  {
    name: "mark-is-dropped-before-the-server-has-it",
    file: `${client}/live/live-inbox.ts`,
    text: ".filter(([, { isStored }]) => isStored)",
    replacement: "",
    noticedBy: inbox,
  },
  {
    name: "older-reading-of-the-inbox-wins",
    file: `${client}/live/live-inbox.ts`,
    text: "if (reading > this.#shown)",
    replacement: "if (reading > 0)",
    noticedBy: inbox,
  },
  {
    name: "example-hands-tokens-to-other-sites",
    file: "apps/example/src/server/example-server.ts",
    text: ` && (origin === undefined || origin === \`http://\${host}\`)`,
    replacement: "",
    noticedBy: server,
  },
  {
    name: "example-answers-under-any-name",
    file: "apps/example/src/server/example-server.ts",
    text: "/^(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?$/.test(host)",
    replacement: "true",
    noticedBy: server,
  },
];
