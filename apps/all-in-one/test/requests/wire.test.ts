import { once } from "node:events";
import { connect } from "node:net";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { expectError } from "../support/wire-answers.ts";

// The rules of the wire format that hold for every operation, from the view of a customer's server.
const path = "/v2/organizations/get";
const json = { "content-type": "application/json" };

let parley: Parley;
let workspace: Workspace;
let customer: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  customer = workspace.customer;
});

afterAll(() => parley?.stop());

function sendBody(body: string | Buffer | undefined, headers: Record<string, string> = {}) {
  return customer.send(path, body, { headers: { ...json, ...customer.credentials, ...headers } });
}

describe("path and method", () => {
  test.each([
    "/",
    "/v2",
    "/v3/organizations/get",
    `${path}/`,
    "/V2/organizations/get",
    "/v2/%2e%2e/x",
    "/v2/%zz",
    "/v2/organizations/get%00",
    "//v2/organizations/get",
  ])("%s is an unknown path: 404", async (unknown) => {
    expectError(await customer.send(unknown, "{}", { headers: json }), 404, "NOT_FOUND");
  });

  test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY"])(
    "%s on a known path is 405 and names the allowed methods",
    async (method) => {
      const answer = await customer.send(path, undefined, { method });

      expectError(answer, 405, "UNIMPLEMENTED");
      expect(answer.headers.allow).toBe("POST");
    },
  );

  test("pages are read by GET and HEAD, and name these for other methods", async () => {
    for (const page of ["/docs", "/openapi.json", "/livez", "/readyz"]) {
      // Readiness comes a moment after the start, when the running removals are known.
      const head = await until(async () => {
        const answer = await fetch(parley.url + page, { method: "HEAD" });
        return answer.status === 503 ? undefined : answer;
      });
      const posted = await customer.send(page, "{}", { headers: json });

      expect([head.status, await head.text()]).toEqual([200, ""]);
      expectError(posted, 405, "UNIMPLEMENTED");
      expect(posted.headers.allow).toBe("GET, HEAD");
    }
  });

  test("a query string does not change the operation", async () => {
    expect((await customer.post(`${path}?a=1`, {})).status).toBe(200);
  });
});

describe("content", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/xml", ""])(
    "content type %j is 415",
    async (type) => {
      expectError(await sendBody('{"data":{}}', { "content-type": type }), 415, "INVALID_ARGUMENT");
    },
  );

  test("the content encoding identity is accepted in any case", async () => {
    expect((await sendBody('{"data":{}}', { "content-encoding": "Identity" })).status).toBe(200);
  });

  test("a content type with a charset is accepted", async () => {
    expect((await sendBody('{"data":{}}', { "content-type": "application/json; charset=utf-8" })).status).toBe(200);
  });

  test.each(["gzip", "br", "deflate", "identity, gzip", "nonsense"])("content encoding %s is 415", async (encoding) => {
    expectError(await sendBody('{"data":{}}', { "content-encoding": encoding }), 415, "INVALID_ARGUMENT");
  });

  test("a body over the limit is 413, with or without its length announced", async () => {
    const huge = `{"data":{"x":"${"x".repeat(1024 * 1024)}"}}`;

    expectError(await sendBody(huge), 413, "RESOURCE_EXHAUSTED");
    const chunked = await fetch(parley.url + path, {
      method: "POST",
      headers: { ...json, ...customer.credentials },
      body: new Blob([huge]).stream(),
      duplex: "half",
    } as RequestInit).then(
      (answer) => answer.status,
      () => 413,
    );
    expect(chunked).toBe(413);
  });

  test.each([
    ["empty", ""],
    ["cut off", '{"data":{"a":'],
    ["not JSON", "data"],
    ["an array", "[]"],
    ["a string", '"data"'],
    ["null", "null"],
    ["a number", "1"],
    ["without data", "{}"],
    ["with data null", '{"data":null}'],
    ["with data an array", '{"data":[]}'],
    ["with data a string", '{"data":"x"}'],
    ["with a key beside data", '{"data":{},"more":1}'],
    ["with __proto__ beside data", '{"data":{},"__proto__":{}}'],
    ["nested 10,000 deep", `{"data":{"organizationIds":${"[".repeat(10_000)}${"]".repeat(10_000)}}}`],
    ["nested 10,000 objects deep", `{"data":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`],
    ["with half of a surrogate pair", '{"data":{"organizationIds":["\\ud800"]}}'],
    ["with U+0000", '{"data":{"organizationIds":["a\\u0000b"]}}'],
    ["with an unknown key", '{"data":{"organisationIds":["a"]}}'],
    ["with the key __proto__", '{"data":{"__proto__":{"organizationIds":["a"]}}}'],
    ["with the key constructor", '{"data":{"constructor":1}}'],
  ])("a body that is %s is 400", async (_what, body) => {
    expectError(await sendBody(body), 400, "INVALID_ARGUMENT");
  });

  test("a body that is not UTF-8 is 400", async () => {
    expectError(await sendBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])), 400, "INVALID_ARGUMENT");
  });

  test("a body that does not arrive in time is 408, even if it arrives steadily", async () => {
    await using hasty = await startParley("all-in-one", { PARLEY_RECEIVE_TIMEOUT_MS: "1000" });
    const { credentials } = (await createWorkspace(hasty.url, hasty.adminToken)).customer;
    const lines = Object.entries(credentials).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(new URL(hasty.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join("")}content-type: application/json\r\ncontent-length: 1000000\r\n\r\n`);
    const drip = setInterval(() => socket.write(" "), 50);

    const [answer] = await once(socket, "data");

    clearInterval(drip);
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 [\s\S]*INVALID_ARGUMENT/);
  });

  test("a body that is shorter than announced ends the connection without harm", async () => {
    const socket = connect(Number(new URL(parley.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.end(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"data"`);
    await once(socket.resume(), "close");

    expect((await customer.post(path, {})).status).toBe(200);
  });

  test.each([
    ["bytes that are not HTTP", "NONSENSE\r\n\r\n", 400],
    ["a request without a host", `POST ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`, 400],
    ["headers of 20,000 characters", `POST ${path} HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an expectation that cannot be met", `POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n`, 417],
  ])("%s get an answer in the error envelope", async (_, bytes, status) => {
    const socket = connect(Number(new URL(parley.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(bytes);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);

    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const { error } = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
    expect(error).toMatchObject({ status: "INVALID_ARGUMENT", message: expect.stringMatching(/\.$/) });
    expect(answer.toLowerCase()).toContain(`x-request-id: ${error.requestId}`);
  });
});

test("the gateway reports liveness and readiness, and describes itself", async () => {
  const openApi = await customer.send("/openapi.json", undefined, { method: "GET" });
  const docs = await customer.send("/docs", undefined, { method: "GET" });

  expect((await customer.send("/livez", undefined, { method: "GET" })).status).toBe(200);
  expect((await customer.send("/readyz", undefined, { method: "GET" })).body).toEqual({ ready: true });
  expect(openApi.body).toMatchObject({ openapi: "3.1.0" });
  expect(docs.body).not.toMatch(/https?:\/\//);
  expect((await customer.send("/docs/reference.js", undefined, { method: "GET" })).status).toBe(200);
});
