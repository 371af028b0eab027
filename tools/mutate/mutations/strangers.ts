import type { Mutation } from "../mutation.ts";

const connections = "libs/runtime/src/bounded-connections.ts";
const connectionsTest = ["libs/runtime/test/bounded-connections.test.ts"];
const refused = "apps/gateway/src/credentials/refused-credentials.ts";
const refusedTest = ["apps/gateway/src/credentials/refused-credentials.test.ts"];
const routesTest = ["apps/all-in-one/test/edge/routes.test.ts"];

/** What those without credentials may take. */
export const strangers: readonly Mutation[] = [
  {
    name: "connection-with-any-number-of-unfinished-requests",
    file: connections,
    text: "if (connection.unfinished > mostUnfinished) this.#cut(socket);",
    replacement: "if (connection.unfinished > mostUnfinished * 1_000) this.#cut(socket);",
    noticedBy: connectionsTest,
  },
  {
    name: "unread-response-is-waited-for",
    file: connections,
    text: "|| isIdle || socket.writableLength > 0)",
    replacement: "|| isIdle)",
    noticedBy: connectionsTest,
  },
  {
    name: "slow-response-is-taken-for-an-unread-one",
    file: connections,
    text: "const isIdle = connection?.unfinished === 0 && connection.hasServed;",
    replacement: "const isIdle = true;",
    noticedBy: connectionsTest,
  },
  {
    name: "idle-connection-is-kept-for-ever",
    file: connections,
    text: "const isIdle = connection?.unfinished === 0 && connection.hasServed;",
    replacement: "const isIdle = false;",
    noticedBy: connectionsTest,
  },
  {
    name: "strangers-keep-all-connections",
    file: connections,
    text: "if (this.#cutOldest(undefined)) return true;",
    replacement: "",
    noticedBy: connectionsTest,
  },
  {
    name: "customer-makes-room-before-a-stranger",
    file: connections,
    text: "    connection.holder = holder;\n",
    replacement: "",
    noticedBy: connectionsTest,
  },
  {
    name: "one-customer-keeps-all-connections",
    file: connections,
    text: "sockets.size > this.#bounds.most / 2 &&",
    replacement: "sockets.size > this.#bounds.most &&",
    noticedBy: connectionsTest,
  },
  {
    name: "strangers-have-any-number-of-requests-together",
    file: connections,
    text: "else if (this.#unfinishedOfStrangers > this.#bounds.most)",
    replacement: "else if (this.#unfinishedOfStrangers > this.#bounds.most * 1_000)",
    noticedBy: connectionsTest,
  },
  {
    name: "valid-token-is-called-wrong-during-a-flood",
    file: refused,
    text: "throw notLookedUp();",
    replacement: "return undefined;",
    noticedBy: refusedTest,
  },
  {
    name: "each-address-of-an-ipv6-network-is-a-sender",
    file: refused,
    text: "const network = networkOf(address);",
    replacement: "const network = networkOf(address) && address;",
    noticedBy: refusedTest,
  },
  {
    name: "holders-with-half-each-shut-everybody-out",
    file: connections,
    text: "idle === undefined || sockets.size === 1",
    replacement: "idle === undefined || sockets.size > 0",
    noticedBy: connectionsTest,
    tests: "holders that have all connections",
  },
  {
    name: "busy-connection-is-given-up-before-an-idle-one",
    file: connections,
    text: "this.#connections.get(socket)?.unfinished === 0)",
    replacement: "this.#connections.has(socket))",
    noticedBy: connectionsTest,
    tests: "holders that have all connections",
  },
  {
    name: "each-port-that-a-proxy-names-is-a-sender",
    file: "apps/gateway/src/credentials/network-of.ts",
    text: "bracketed ?? plain ?? text",
    replacement: "text || bracketed || plain",
    noticedBy: ["apps/gateway/src/credentials/network-of.test.ts"],
  },
  {
    name: "address-of-ipv4-in-hexadecimal-digits-is-another-sender",
    file: "apps/gateway/src/credentials/network-of.ts",
    text: "shortest(address).split",
    replacement: "address.toLowerCase().split",
    noticedBy: ["apps/gateway/src/credentials/network-of.test.ts"],
  },
  {
    name: "wrong-token-counts-as-known",
    file: refused,
    text: "return this.#good.has(nameOf(principal, token));",
    replacement: 'return this.#good.size > 0 && principal !== "" && token !== "";',
    noticedBy: refusedTest,
  },
  {
    name: "body-is-read-where-none-is-taken",
    file: "apps/gateway/src/http/request-head.ts",
    text: "bounds?.bodyBytes === 0 && announcedBytes(headers) > 0",
    replacement: "bounds?.bodyBytes === -1 && announcedBytes(headers) > 0",
    noticedBy: routesTest,
  },
  {
    name: "ops-port-reads-any-body",
    file: "libs/runtime/src/ops-server.ts",
    text: "if (announcedBytes(request.headers) > route.bodyBytes)",
    replacement: "if (announcedBytes(request.headers) > route.bodyBytes * 1_000)",
    noticedBy: routesTest,
  },
  {
    name: "route-of-operators-is-open",
    file: "libs/runtime/src/ops-server.ts",
    text: '    this.#routes.set("GET /metrics", {\n      openTo: "operators",',
    replacement: '    this.#routes.set("GET /metrics", {\n      openTo: "everyone",',
    noticedBy: ["libs/runtime/test/ops.test.ts"],
  },
  {
    name: "public-name-of-a-key-stands-before-its-owner",
    file: "apps/gateway/src/credentials/known-caller.ts",
    text: 'return name !== "" && refused.wereGood(name, String(headers[names.authToken] ?? "")) ? name : "";',
    replacement: "return name;",
    noticedBy: ["apps/gateway/src/credentials/known-caller.test.ts"],
  },
  {
    name: "route-without-bounds-starts",
    file: "apps/gateway/src/http/http-route.ts",
    text: "if (config?.bounds === undefined)",
    replacement: "if (config?.bounds === null)",
    noticedBy: ["apps/gateway/src/http/http-route.test.ts"],
  },
];
