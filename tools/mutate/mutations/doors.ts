import type { Mutation } from "../mutation.ts";

const agentsTest = ["apps/all-in-one/test/mcp.test.ts"];
const handlerTest = ["apps/gateway/src/request/request-handler.test.ts"];
const callsTest = ["apps/gateway/src/agents/agents.test.ts"];
const sender = "apps/notifications/src/webhooks/sending/webhook-sender.ts";
const senderTest = ["payloads", "sealed-payloads", "delivery", "faulty-endpoints"].map(
  (name) => `apps/notifications/test/webhooks/${name}.test.ts`,
);
const tokens = "libs/rpc/src/service-tokens.ts";
const callersTest = ["libs/rpc/test/rpc-callers.test.ts", "libs/runtime/src/service-token.test.ts"];
const rules = ["libs/egress/src/egress-rules.test.ts"];

/** The entries and exits for agents, services and webhooks. */
export const doors: readonly Mutation[] = [
  {
    name: "bursts-are-read-to-their-end",
    file: "libs/runtime/src/parse-in-turn.ts",
    text: "rest.subarray(0, end)",
    replacement: "rest",
    noticedBy: ["libs/runtime/test/parse-in-turn.test.ts"],
    tests: "one request at a time is read from",
  },
  {
    name: "what-cannot-be-read-is-answered-behind-the-last-response",
    file: "libs/runtime/src/bounded-connections.ts",
    text: "newest?.headersSent === false",
    replacement: "newest !== undefined",
    noticedBy: ["apps/all-in-one/test/edge/attempts-requests.test.ts"],
  },
  {
    name: "agents-change-where-they-only-read",
    file: "libs/mcp/src/tools/call-operation.ts",
    text: "if (operation.mutates && !allowChanges)",
    replacement: "if (operation.mutates && !operation.name)",
    noticedBy: agentsTest,
  },
  {
    name: "calls-of-agents-have-one-id",
    file: "apps/gateway/src/agents/inner-fetch.ts",
    text: ".slice(-128)",
    replacement: ".slice(0, outer.requestId.length)",
    noticedBy: callsTest,
  },
  {
    name: "calls-of-agents-repeat-the-idempotency-key-of-the-message",
    file: "apps/gateway/src/agents/inner-fetch.ts",
    text: '"idempotency-key": key ?? undefined',
    replacement: '"idempotency-key": key ?? outer.headers["idempotency-key"]',
    noticedBy: callsTest,
  },
  {
    name: "requests-are-never-over",
    file: "apps/gateway/src/request/request-handler.ts",
    text: "void request.closed.then(leave);",
    replacement: "void leave;",
    noticedBy: handlerTest,
  },
  {
    name: "client-that-disconnects-frees-the-place-of-its-work",
    file: "apps/gateway/src/request/request-handler.ts",
    text: "const { credential, leave, leaveBody } = await this.#admit(route, request);",
    replacement: "const { credential, leave, leaveBody } = await this.#admit(route, request);\n      void request.closed.then(leave);",
    noticedBy: handlerTest,
    tests: "a client that disconnects",
  },
  {
    name: "calls-of-agents-are-as-long-as-the-message",
    file: "apps/gateway/src/agents/inner-fetch.ts",
    text: '"content-length": String(body.length),',
    replacement: "",
    noticedBy: callsTest,
  },
  {
    name: "agents-nest-as-deep-as-they-like",
    file: "apps/gateway/src/agents/agent-route.ts",
    text: "jsonDepth(value, maxDepth) > maxDepth",
    replacement: "jsonDepth(value, maxDepth) < 0",
    noticedBy: callsTest,
  },
  {
    name: "signature-covers-the-beginning",
    file: sender,
    text: ".update(body).digest(",
    replacement: ".update(body.subarray(0, 16)).digest(",
    noticedBy: senderTest,
  },
  {
    name: "replaced-secret-signs-for-ever",
    file: sender,
    text: "nowMs < untilMs",
    replacement: "nowMs < untilMs + nowMs",
    noticedBy: senderTest,
  },
  {
    name: "webhook-without-a-signature-is-sent",
    file: sender,
    text: "if (endpoint.secrets.length === 0)",
    replacement: "if (endpoint.secrets.length < 0)",
    noticedBy: ["apps/notifications/src/webhooks/sending/webhook-sender.test.ts"],
  },
  {
    name: "key-for-bodies-is-used-twice",
    file: sender,
    text: "const random = randomBytes(keyBytes + ivBytes);",
    replacement: "const random = Buffer.alloc(keyBytes + ivBytes, randomBytes(1));",
    noticedBy: senderTest,
  },
  {
    name: "body-for-an-unusable-key-is-sent-in-clear",
    file: sender,
    text: 'if (form.publicKey === "unusable") return',
    replacement: 'if (form.publicKey === "none") return',
    noticedBy: senderTest,
  },
  {
    name: "redirect-is-a-success",
    file: sender,
    text: "if (status >= 200 && status < 300) return answer;",
    replacement: "if (status >= 200 && status < 400) return answer;",
    noticedBy: senderTest,
  },
  {
    name: "digest-of-a-token-is-a-token",
    file: tokens,
    text: 'digest: Buffer.from(hex, "hex") }',
    replacement: "digest: digestOf(rest) }",
    noticedBy: callersTest,
  },
  {
    name: "token-without-its-scheme",
    file: tokens,
    text: "/^bearer (.*)$/i",
    replacement: "/^(?:bearer )?(.*)$/i",
    noticedBy: callersTest,
  },
  {
    name: "scheme-of-a-token-minds-capitals",
    file: tokens,
    text: "/^bearer (.*)$/i",
    replacement: "/^Bearer (.*)$/",
    noticedBy: [...callersTest, "libs/runtime/test/ops.test.ts"],
  },
  {
    name: "token-of-another-is-accepted",
    file: tokens,
    text: "(entry.name ?? name) === name && timingSafeEqual",
    replacement: "(entry.name ?? name) !== undefined && timingSafeEqual",
    noticedBy: callersTest,
  },
  {
    name: "caller-of-one-method-calls-all",
    file: "libs/rpc/src/permitted-callers.ts",
    text: "const granted = new Set(grants);",
    replacement: 'const granted = new Set(grants.map((grant) => grant.split("/")[0]));',
    noticedBy: callersTest,
  },
  {
    name: "nat64-hides-a-private-address",
    file: "libs/egress/src/is-public-address.ts",
    text: "if (isIn(address, nat64)) return",
    replacement: "if (isIn(address, nat64)) return true ||",
    noticedBy: ["libs/egress/src/is-public-address.test.ts"],
  },
  {
    name: "localhost-is-a-name-like-any-other",
    file: "libs/egress/src/egress-rules.ts",
    text: String.raw`/^(.+\.)?localhost\.?$/`,
    replacement: "/^localhost$/",
    noticedBy: rules,
  },
  {
    name: "mapped-network-lets-all-in",
    file: "libs/egress/src/network.ts",
    text: "&& address instanceof ipaddr.IPv4 ? 96 : 0",
    replacement: "&& address instanceof ipaddr.IPv4 ? 128 : 0",
    noticedBy: rules,
  },
  {
    name: "named-network-of-the-other-family",
    file: "libs/egress/src/network.ts",
    text: "address.kind() === network.kind() && address.match",
    replacement: "address.kind() !== network.kind() || address.match",
    noticedBy: rules,
  },
  {
    name: "port-zero-is-a-port",
    file: "libs/egress/src/ports.ts",
    text: "first >= 1 && first <= last",
    replacement: "first <= last",
    noticedBy: ["libs/egress/src/egress-rules.test.ts"],
  },
];
