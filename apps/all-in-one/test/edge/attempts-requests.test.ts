import { once } from "node:events";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { RawConnection } from "./raw-connection.ts";

const opsToken = "ops-token-of-a-test";
const mostConnections = 8;
const path = "/v2/organizations/get";
const body = '{"data":{}}';

let parley: Parley;
let crowded: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_OPS_TOKEN: opsToken });
  crowded = await startParley("all-in-one", { PARLEY_DATABASE_URL: parley.databaseUrl, PARLEY_MAX_CONNECTIONS: String(mostConnections) });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  // Before the gateway is ready, each answer ends its connection.
  await until(async () => (await fetch(`${crowded.url}/readyz`)).status === 200);
});

afterAll(async () => {
  await crowded?.stop();
  await parley?.stop();
});

/** The statuses of all answers to these bytes, until the end of the connection, which the client half-closes. */
async function statusesOf(url: string, bytes: string): Promise<number[]> {
  using connection = await RawConnection.open(url);
  connection.socket.end(bytes, "latin1");
  await once(connection.socket, "close", { signal: AbortSignal.timeout(10_000) });
  return [...connection.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

const lines = (...all: string[]) => `${all.join("\r\n")}\r\n\r\n`;
const hidden = lines("GET /livez HTTP/1.1", "host: x");

describe("at the gateway", () => {
  test.each<[string, string, number[]]>([
    ["a body where none is accepted", lines("GET /livez HTTP/1.1", "host: x", "content-length: 5") + hidden, [413]],
    [
      "a body in chunks where none is taken",
      `${lines("GET /livez HTTP/1.1", "host: x", "transfer-encoding: chunked")}0\r\n\r\n${hidden}`,
      [413],
    ],
    ["a HEAD with a body", lines("HEAD /docs HTTP/1.1", "host: x", `content-length: ${hidden.length}`) + hidden, [413]],
    ["a DELETE with a body", lines("DELETE /console/session HTTP/1.1", "host: x", "content-length: 5") + hidden, [413]],
    ["a portal link with a body", lines("POST /console/portal HTTP/1.1", "host: x", "content-length: 5") + hidden, [413]],
    ["two lengths of one body", lines(`POST ${path} HTTP/1.1`, "host: x", "content-length: 0", "content-length: 5") + hidden, [400]],
    [
      "a length beside chunks",
      lines(`POST ${path} HTTP/1.1`, "host: x", "content-length: 5", "transfer-encoding: chunked") + hidden,
      [400],
    ],
    ["chunks under another name", lines(`POST ${path} HTTP/1.1`, "host: x", "transfer-encoding: xchunked") + hidden, [400]],
    ["a header on two lines", lines("GET /livez HTTP/1.1", "host: x", "a: b", " c: d"), [400]],
    ["a space before a colon", lines("GET /livez HTTP/1.1", "host: x", "content-length : 5"), [400]],
    ["a NUL in a header", lines("GET /livez HTTP/1.1", "host: x", "a: \0"), [400]],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
    ["no host", lines("GET /livez HTTP/1.1", "connection: close"), [400]],
    ["HTTP/1.0", lines("GET /livez HTTP/1.0"), [200]],
    ["a tunnel", lines("CONNECT 127.0.0.1:22 HTTP/1.1", "host: x"), []],
    ["an upgrade", lines("GET /livez HTTP/1.1", "host: x", "connection: upgrade", "upgrade: websocket"), [200]],
    ["an upgrade to HTTP/2", lines("GET /livez HTTP/1.1", "host: x", "connection: upgrade, http2-settings", "upgrade: h2c"), [200]],
    ["an expectation without a body", lines("GET /livez HTTP/1.1", "host: x", "expect: 100-continue") + hidden, [200]],
    [
      "an expectation where no body is accepted",
      lines("GET /livez HTTP/1.1", "host: x", "expect: 100-continue", "content-length: 5"),
      [413],
    ],
    ["the address of another server", lines(`POST http://evil.example${path} HTTP/1.1`, "host: evil.example", "connection: close"), [401]],
    ["a thousand empty lines, then a request", "\r\n".repeat(1_000) + lines("GET /livez HTTP/1.1", "host: x", "connection: close"), [200]],
    ["an asterisk", lines("OPTIONS * HTTP/1.1", "host: x", "connection: close"), [404]],
  ])("%s hides no second request and grants no access", async (_, bytes, statuses) => {
    expect(await statusesOf(parley.url, bytes)).toEqual(statuses);
  });

  test.each([
    ["//console/portal", 404],
    ["/console//portal", 404],
    ["/CONSOLE/PORTAL", 404],
    ["/console/portal/", 404],
    ["/console/%70ortal", 403],
    ["/console%2fportal", 404],
    ["/V2/organizations/get", 404],
    ["/v2/%6frganizations/get", 401],
    ["/v2/organizations/get/", 404],
    ["/v2/organizations/get;a=b", 404],
    ["/v2/organizations/get%00", 404],
    ["/v2/organizations/get%ff", 404],
    ["/v2/users/../organizations/get", 404],
    ["/livez/../routes", 404],
    ["/routes", 404],
    ["/metrics", 404],
    ["/dead-letters", 404],
  ])("a stranger's POST to %s is answered %d", async (target, status) => {
    expect(await statusesOf(parley.url, lines(`POST ${target} HTTP/1.1`, "host: x", "connection: close"))).toEqual([status]);
  });

  test.each(["/console/assets/../../package.json", "/console/assets/%2e%2e/%2e%2e/package.json", "/console/assets/..%2f..%2fpackage.json"])(
    "%s does not escape from its folder",
    async (target) => {
      expect(await statusesOf(parley.url, lines(`GET ${target} HTTP/1.1`, "host: x", "connection: close"))).toEqual([404]);
    },
  );

  test("credentials sent twice are invalid, even if one pair is right", async () => {
    const { apiKey, authToken } = workspace;
    const twice = (name: string, value: string, other: string) => ({ [name]: `${value}\r\n${name}: ${other}` });
    const attempts = [
      { ...twice("x-svc-api-key", apiKey, "pk_other"), "x-svc-auth-token": authToken },
      { ...twice("x-svc-api-key", apiKey, apiKey), "x-svc-auth-token": authToken },
      { "x-svc-api-key": apiKey, ...twice("x-svc-auth-token", authToken, "x") },
    ];

    for (const headers of attempts) {
      using connection = await RawConnection.open(parley.url);
      connection.head(path, { "content-length": body.length, ...headers });
      connection.socket.write(body);
      await until(() => connection.text.includes("HTTP/1.1 401"));
    }
  });

  test("pipelined requests in pieces are answered in order", async () => {
    using connection = await RawConnection.open(parley.url);
    const heads = Array.from({ length: 17 }, (_, n) => lines(`GET /nowhere HTTP/1.1`, "host: x", `x-request-id: ask-${n}`)).join("");

    for (let at = 0; at < heads.length; at += 97) connection.socket.write(heads.slice(at, at + 97));

    const answered = () => [...connection.text.matchAll(/x-request-id: (ask-\d+)/g)].map(([, id]) => id);
    await until(() => answered().length === 17);
    expect(answered()).toEqual(Array.from({ length: 17 }, (_, n) => `ask-${n}`));
  });
});

describe("when all connections are in use", () => {
  const strangers = () => Promise.all(Array.from({ length: 5 * mostConnections }, () => RawConnection.open(crowded.url)));

  /** A connection on which valid credentials were sent. */
  async function trusted(credentials = workspace.customer.credentials): Promise<RawConnection> {
    const connection = await RawConnection.open(crowded.url);
    connection.head(path, { "content-length": body.length, ...credentials });
    connection.socket.write(body);
    await until(() => connection.text.includes('"result"'));
    return connection;
  }

  test("unauthenticated clients do not end a customer's connection during a request", async () => {
    using connection = await trusted();
    connection.head(path, { "content-length": body.length, ...workspace.customer.credentials });
    connection.socket.write(body.slice(0, 3));

    const others = await strangers();
    await until(() => others.filter(({ socket }) => socket.destroyed).length >= 4 * mostConnections);
    connection.socket.write(body.slice(3));

    await until(() => connection.text.split("HTTP/1.1 200").length === 3);
    for (const other of others) other[Symbol.dispose]();
  });

  test("an id without its token gains no trust, nor does a token without its id", async () => {
    const { apiKey, authToken } = workspace;
    const claims = [
      { "x-svc-api-key": apiKey, "x-svc-auth-token": "wrong" },
      { "x-svc-api-key": "pk_other", "x-svc-auth-token": authToken },
      { "x-svc-admin-token": "wrong" },
    ];
    for (const claim of claims) {
      using connection = await RawConnection.open(crowded.url);
      connection.head(path, { "content-length": 0, ...claim });
      await until(() => connection.text.includes("HTTP/1.1 401"));

      const others = await strangers();
      await until(() => connection.socket.destroyed);
      for (const other of others) other[Symbol.dispose]();
    }
  });

  test("trust gained on a connection does not authenticate later requests", async () => {
    using connection = await trusted();

    connection.head(path, { "content-length": body.length });
    connection.socket.write(body);

    await until(() => connection.text.includes("HTTP/1.1 401"));
  });

  test("API keys that together use all connections do not lock out others", async () => {
    const own: RawConnection[] = [];
    const { customer } = await createWorkspace(parley.url, parley.adminToken);
    for (let n = 0; n < mostConnections / 2; n++) own.push(await trusted(), await trusted(customer.credentials));
    const other = await createWorkspace(parley.url, parley.adminToken);

    expect((await new Customer(crowded.url, other.customer.credentials).post(path, {})).status).toBe(200);
    for (const connection of own) connection[Symbol.dispose]();
  });
});

describe("at the ops port", () => {
  const ops = () => `http://127.0.0.1:${parley.opsPort}`;
  const bearer = `authorization: Bearer ${opsToken}`;

  test.each<[string, readonly string[], number[]]>([
    ["the list without a token", ["GET / HTTP/1.1", "host: localhost"], [401]],
    ["the head of the list without a token", ["HEAD / HTTP/1.1", "host: localhost"], [401]],
    ["the routes without a token", ["GET /routes HTTP/1.1", "host: localhost"], [401]],
    ["a path in another spelling", ["GET /livez/../%72outes HTTP/1.1", "host: localhost"], [401]],
    ["an absolute address", ["GET http://evil.example/livez/../routes HTTP/1.1", "host: localhost"], [401]],
    ["a path with another server's name", ["GET //evil.example/livez HTTP/1.1", "host: localhost"], [200]],
    ["an address that cannot be read", ["GET http://[ HTTP/1.1", "host: localhost"], [404]],
    ["another scheme of the token", ["GET / HTTP/1.1", "host: localhost", `authorization: Basic ${opsToken}`], [401]],
    ["two tokens, the first wrong", ["GET / HTTP/1.1", "host: localhost", "authorization: Bearer x", bearer], [401]],
    ["a token in the query", [`GET /?authorization=Bearer%20${opsToken} HTTP/1.1`, "host: localhost"], [401]],
    ["a name that resolves to this machine", ["GET / HTTP/1.1", "host: evil.example", bearer], [403]],
    ["a name that begins as this machine's", ["GET / HTTP/1.1", "host: localhost.evil.example", bearer], [403]],
    ["a name that begins as an address", ["GET / HTTP/1.1", "host: 127.0.0.1.evil.example", bearer], [403]],
    ["a name behind a user", ["GET / HTTP/1.1", "host: localhost@evil.example", bearer], [403]],
    ["no host", ["GET / HTTP/1.0", bearer], [403]],
    ["a page's request", ["GET / HTTP/1.1", "host: localhost", "origin: null", bearer], [403]],
    ["a page's image", ["GET /readyz HTTP/1.1", "host: localhost", "sec-fetch-site: cross-site"], [403]],
    [
      "a form of a page",
      ["POST /dead-letters/retry HTTP/1.1", "host: localhost", "content-type: text/plain", "content-length: 0", bearer],
      [415],
    ],
    ["a body with the list", ["GET / HTTP/1.1", "host: localhost", "content-length: 5", bearer], [413]],
    ["a body with a probe", ["GET /livez HTTP/1.1", "host: localhost", "transfer-encoding: chunked"], [413]],
  ])("%s grants no access", async (_, [first = "", ...headers], statuses) => {
    expect(await statusesOf(ops(), lines(first, ...headers, "connection: close"))).toEqual(statuses);
  });
});
