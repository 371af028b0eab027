import { once } from "node:events";
import { connect } from "node:net";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Customer, createWorkspace, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

// Every row of decisions.md, section 1, as a customer's server meets it.
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

function expectError(answer: Awaited<ReturnType<typeof sendBody>>, httpStatus: number, status: string): void {
  expect(answer.status).toBe(httpStatus);
  expect(answer.headers["content-type"]).toContain("application/json");
  expect(answer.body.error).toMatchObject({ status, message: expect.stringMatching(/\.$/), requestId: answer.headers["x-request-id"] });
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
    "%s on a known path is 405 and says what is allowed",
    async (method) => {
      const answer = await customer.send(path, undefined, { method });

      expectError(answer, 405, "UNIMPLEMENTED");
      expect(answer.headers.allow).toBe("POST");
    },
  );

  test("pages are read by GET and HEAD, and say so to other methods", async () => {
    for (const page of ["/docs", "/openapi.json", "/livez", "/readyz"]) {
      // Readiness comes a moment after the start, when removals that are under way are known.
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

  test("a query string does not change which operation it is", async () => {
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

  test("the content encoding identity is fine in any case", async () => {
    expect((await sendBody('{"data":{}}', { "content-encoding": "Identity" })).status).toBe(200);
  });

  test("a content type with a charset is fine", async () => {
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

  test("a body that does not arrive in time is 408, however steadily it comes", async () => {
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
    ["bytes that are no HTTP", "NONSENSE\r\n\r\n", 400],
    ["a request without a host", `POST ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`, 400],
    ["headers of 20,000 characters", `POST ${path} HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an expectation that nobody can meet", `POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n`, 417],
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

describe("errors", () => {
  test("every violation is listed, not only the first", async () => {
    const { body } = await customer.post("/v2/organizations/add", {
      organizations: [{}, { organizationId: "" }, { organizationId: 5 }],
      wrong: 1,
    });

    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      "organizations[0].organizationId",
      "organizations[1].organizationId",
      "organizations[2].organizationId",
      "wrong",
    ]);
    for (const { field, message } of body.error.details) expect(message).toMatch(new RegExp(`^${field.replace(/[[\].]/g, "\\$&")} .*\\.$`));
  });

  test.each([
    [
      "/v2/organizations/usergroups/users/delete",
      { organizationId: "o", organizationUserGroupId: "g" },
      "userIds or deleteAll: true is required",
    ],
    ["/v2/webhooks/deliveries/recover", { since: 10, until: 5 }, "until must be later than since"],
    ["/v2/webhooks/deliveries/get", { webhookIds: ["w"], state: "failed" }, "webhookIds excludes the other filters"],
  ])("%s tells a rule across fields in the names of the wire", async (operation, data, message) => {
    const answer = await customer.post(operation, data);

    expectError(answer, 400, "INVALID_ARGUMENT");
    expect(answer.body.error.details).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test("the request id is the customer's when it is sane and made otherwise", async () => {
    const given = await customer.post(path, {}, { "x-request-id": "my-id_1.2" });
    const insane = await customer.post(path, {}, { "x-request-id": "no spaces allowed" });
    const failed = await customer.post(path, { unknown: 1 }, { "x-request-id": "failing" });

    expect(given.headers["x-request-id"]).toBe("my-id_1.2");
    expect(insane.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(failed.body.error.requestId).toBe("failing");
  });

  test("path and size are checked before credentials, credentials before the envelope", async () => {
    const stranger = customer.as({});

    expect((await stranger.send("/v2/nothing", "{", { headers: json })).status).toBe(404);
    expect((await stranger.send(path, "x".repeat(1024 * 1024 + 1), { headers: json })).status).toBe(413);
    expect((await stranger.send(path, "{", { headers: json })).status).toBe(401);
  });
});

describe("credentials", () => {
  test("whatever is wrong with them, the answer is the same", async () => {
    const { apiKey, authToken, workspaceId, owner } = workspace;
    const other = await createWorkspace(parley.url, parley.adminToken);
    const wrongs = [
      { "x-svc-api-key": apiKey, "x-svc-auth-token": other.authToken },
      { "x-svc-api-key": "pk_test_unknown", "x-svc-auth-token": authToken },
      { "x-svc-api-key": apiKey, "x-svc-auth-token": `${authToken}x` },
      { "x-svc-api-key": apiKey, "x-svc-auth-token": authToken.toUpperCase() },
      { "x-svc-api-key": workspaceId, "x-svc-auth-token": owner.credentials["x-svc-auth-token"] ?? "" },
      { "x-svc-api-key": apiKey, "x-svc-auth-token": owner.credentials["x-svc-auth-token"] ?? "" },
      { "x-svc-api-key": "é".repeat(300), "x-svc-auth-token": "é" },
    ];

    const answers = await Promise.all(
      wrongs.map((credentials) => customer.as(credentials).send(path, '{"data":{}}', { headers: { ...json, ...encoded(credentials) } })),
    );

    for (const answer of answers) {
      expectError(answer, 401, "UNAUTHENTICATED");
      expect({ ...answer.body.error, requestId: "" }).toEqual({ ...answers[0]?.body.error, requestId: "" });
    }
  });

  test("a missing header is named", async () => {
    const answer = await customer.send(path, '{"data":{}}', { headers: json });

    expectError(answer, 401, "UNAUTHENTICATED");
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(["x-svc-api-key", "x-svc-auth-token"]);
  });

  test("a token of the workspace does not open what needs an API key, and the other way round", async () => {
    expectError(await workspace.owner.post(path, {}), 401, "UNAUTHENTICATED");
    expectError(await workspace.customer.post("/v2/workspace/get", {}), 401, "UNAUTHENTICATED");
  });
});

describe("idempotency", () => {
  const create = (key: string, name: string) =>
    workspace.owner.post("/v2/workspace/apikey/create", { ownerEmail: "a@example.com", apiKeyName: name }, { "idempotency-key": key });

  test("the same key and body answer the first answer again", async () => {
    const first = await create("once", "n");
    const second = await create("once", "n");

    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
  });

  test("the same key with another body is refused", async () => {
    await create("other", "n");

    expectError(await create("other", "m"), 400, "FAILED_PRECONDITION");
  });

  test("of requests that run at the same time one happens", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create("race", "n")));

    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.result.data.apiKey)).size).toBe(1);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, "ABORTED");
  });

  test("keys of one caller do not meet those of another", async () => {
    const other = await createWorkspace(parley.url, parley.adminToken);
    const mine = await create("shared", "n");

    const theirs = await other.owner.post(
      "/v2/workspace/apikey/create",
      { ownerEmail: "a@example.com", apiKeyName: "n" },
      { "idempotency-key": "shared" },
    );

    expect(theirs.status).toBe(200);
    expect(theirs.body.result.data.apiKey).not.toBe(mine.body.result.data.apiKey);
  });

  test("a key that is no visible ASCII is refused", async () => {
    expectError(await create("a b", "n"), 400, "INVALID_ARGUMENT");
  });
});

test("the gateway says that it lives and is ready, and describes itself", async () => {
  const openApi = await customer.send("/openapi.json", undefined, { method: "GET" });
  const docs = await customer.send("/docs", undefined, { method: "GET" });

  expect((await customer.send("/livez", undefined, { method: "GET" })).status).toBe(200);
  expect((await customer.send("/readyz", undefined, { method: "GET" })).body).toEqual({ ready: true });
  expect(openApi.body).toMatchObject({ openapi: "3.1.0" });
  expect(docs.body).not.toMatch(/https?:\/\//);
  expect((await customer.send("/docs/reference.js", undefined, { method: "GET" })).status).toBe(200);
});

// Header values are bytes: what is not Latin-1 has to be sent as something that a client can send.
function encoded(credentials: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, Buffer.from(value, "utf8").toString("latin1")]));
}
