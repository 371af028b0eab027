import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Customer, createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

type Headers = Readonly<Record<string, string>>;

const about = { name: "test", version: "1" };
const clients = [
  [
    "@modelcontextprotocol/sdk 1",
    async (headers: Headers) => {
      const client = new FirstClient(about);
      await client.connect(new FirstTransport(new URL("/mcp", parley.url), { requestInit: { headers } }) as never);
      return client;
    },
  ],
  [
    "@modelcontextprotocol/client 2",
    async (headers: Headers) => {
      const client = new Client(about);
      await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", parley.url), { requestInit: { headers } }));
      return client;
    },
  ],
] as const;

describe.each(clients)("%s", (_, connect) => {
  test("reads the tools, which it is told never change, and the result of one", async () => {
    const client = await connect(workspace.customer.credentials);

    const { tools } = await client.listTools();
    const found = await client.callTool({ name: "search_operations", arguments: { query: "users" } });
    const capabilities = client.getServerCapabilities();
    await client.close();

    expect(tools).toHaveLength(7);
    expect(JSON.stringify(found)).toContain("users.list");
    expect(capabilities).toMatchObject({ tools: { listChanged: false } });
  });

  test("shows why it was refused", async () => {
    const wrong = { ...workspace.customer.credentials, "x-svc-auth-token": "sk_wrong" };

    await expect(connect({})).rejects.toThrow(/credentials are missing or invalid\. The header x-svc-api-key is required/);
    await expect(connect(wrong)).rejects.toThrow("The credentials are missing or invalid.");
    await expect(connect(workspace.owner.credentials)).rejects.toThrow("this operation is an API key's, not the workspace's");
  });
});

const message = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" });
const asked = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function send(headers: Headers, body: string | undefined = message, method = "POST"): Promise<HttpAnswer> {
  return workspace.customer.send("/mcp", body, { method, headers: { ...workspace.customer.credentials, ...asked, ...headers } });
}

// undici sends no header `expect`.
async function expecting(): Promise<Pick<HttpAnswer, "status" | "body">> {
  const outgoing = request(new URL("/mcp", parley.url), { method: "POST", headers: { ...asked, expect: "x" } });
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await json(response) };
}

test.each([
  ["without credentials", 401, () => new Customer(parley.url).send("/mcp", message, { headers: asked }), "x-svc-api-key is required"],
  ["with a wrong token", 401, () => send({ "x-svc-auth-token": "sk_wrong" }), "credentials are missing or invalid"],
  ["that reads", 405, () => send({}, undefined, "GET"), "/mcp takes POST only."],
  ["that ends a session", 405, () => send({}, undefined, "DELETE"), "/mcp takes POST only."],
  ["with another type", 415, () => send({ "content-type": "text/plain" }), "The content type must be application/json."],
  ["with a compressed body", 415, () => send({ "content-encoding": "gzip" }), "The content encoding gzip is not supported"],
  ["that is too large", 413, () => send({}, `"${"x".repeat(1_100_000)}"`), "The body is larger than"],
  ["with a strange expectation", 417, expecting, "The expectation x cannot be met."],
  [
    "that accepts one of two forms",
    406,
    () => send({ accept: "application/json" }),
    "must accept both application/json and text/event-stream",
  ],
  ["that is no JSON", 400, () => send({}, "{"), "The body is not valid JSON."],
])("a request of an agent %s is refused with %i and an error of JSON-RPC", async (_, status, ask, why) => {
  const answer = await ask();

  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({
    jsonrpc: "2.0",
    id: null,
    error: { code: expect.any(Number), message: expect.stringContaining(why) },
  });
});

test("an agent that accepts everything is answered", async () => {
  const { status, body } = await send({ accept: "*/*" });

  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain("search_operations");
});

test("an agent of a busy key is told to try again in an error of JSON-RPC", async () => {
  await using limited = await startParley("all-in-one", { PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY: "1" });
  const { customer } = await createWorkspace(limited.url, limited.adminToken);
  const headers = { ...customer.credentials, ...asked };
  const answers = await Promise.all(Array.from({ length: 10 }, () => customer.send("/mcp", message, { headers })));

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body } of refused)
    expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { status: "RESOURCE_EXHAUSTED" } } });
});

test.each([
  ["an API key's operation", "/v2/users/get", 'ApiKey realm="Parley", headers="x-svc-api-key x-svc-auth-token"'],
  ["a workspace's operation", "/v2/workspace/get", 'ApiKey realm="Parley", headers="x-svc-workspace-id x-svc-auth-token"'],
  ["the operator's operation", "/v2/workspace/create", 'ApiKey realm="Parley", headers="x-svc-admin-token"'],
  ["a user's operation", "/v2/me/threads/get", 'Bearer realm="Parley"'],
  ["agents", "/mcp", 'ApiKey realm="Parley", headers="x-svc-api-key x-svc-auth-token"'],
])("a refusal for missing credentials says how to authenticate: %s", async (_, path, challenge) => {
  const { status, headers } = await new Customer(parley.url).post(path, {});

  expect(status).toBe(401);
  expect(headers["www-authenticate"]).toBe(challenge);
});

test("the refusal of a sign-in at the console says how to authenticate", async () => {
  const { status, headers } = await new Customer(parley.url).send("/console/session", JSON.stringify({ code: "wrong" }), {
    headers: { "content-type": "application/json", origin: parley.url, "sec-fetch-site": "same-origin" },
  });

  expect(status).toBe(401);
  expect(headers["www-authenticate"]).toContain("x-svc-workspace-id");
});
