import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let changing: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  changing = await startParley("all-in-one", { PARLEY_MCP_CHANGES: "true" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await fill(workspace);
});

afterAll(async () => {
  await parley?.stop();
  await changing?.stop();
});

const place = { organizationId: "acme", documentId: "plan" };

async function fill({ customer }: Workspace): Promise<void> {
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada", name: "Ada" }, { userId: "bob" }] });
  const commentAnnotations = [{ commentText: "Is the PRICE right?" }, { commentHtml: "<p>Mend the t<b>ypo</b>&hellip;</p>" }].map(
    (said, index) => {
      return { annotationId: `t${index}`, commentData: [{ commentId: `c${index}`, from: { userId: "ada" }, ...said }] };
    },
  );
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations });
  const addressed = { notifyUsers: [{ userId: "bob" }], notificationId: "n1" };
  await customer.data("/v1/notifications/add", {
    ...place,
    ...addressed,
    actionUser: { userId: "ada" },
    displayHeadlineMessageTemplate: "Look",
  });
}

async function connected({ customer }: Workspace): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", customer.url), { requestInit: { headers: { ...customer.credentials } } }),
  );
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
async function call(client: Client, name: string, input: Record<string, unknown>): Promise<any> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [{ text = "" } = {}] = content as { text?: string }[];
  return isError ? { refused: text } : JSON.parse(text);
}

test("an agent finds, describes and calls operations at the gateway, and changes nothing unless allowed", async () => {
  const client = await connected(workspace);
  const { tools } = await client.listTools();
  const found = await call(client, "search_operations", { query: "list the users of a group" });
  const described = await call(client, "describe_operation", { operation: "users.list" });
  const users = await call(client, "call_operation", { operation: "users.list", data: { organizationId: "acme" } });
  const wrong = await call(client, "call_operation", { operation: "users.list", data: { groups: ["x"] } });
  const change = await call(client, "call_operation", { operation: "users.delete", data: { organizationId: "acme", userIds: ["ada"] } });
  const strange = await call(client, "call_operation", { operation: "workspaces.get", data: {} });
  await client.close();

  expect(tools.map(({ name }) => name)).toEqual([
    ...["search_operations", "describe_operation", "call_operation"],
    ...["find_threads", "answer_thread", "why_was_user_notified", "delivery_problems"],
  ]);
  expect(found.map(({ operation }: { operation: string }) => operation)).toContain("users.list");
  expect(described).toMatchObject({ operation: "users.list", changes: false, data: { required: ["organizationId"] } });
  expect(users.data.map(({ userId }: { userId: string }) => userId)).toEqual(["ada", "bob"]);
  expect(wrong.refused).toMatch(/INVALID_ARGUMENT.*request .*\n- /);
  expect(change.refused).toContain("read-only");
  expect(strange.refused).toContain("credentials of a workspace");
  expect((await workspace.customer.data("/v2/users/get", { organizationId: "acme" })).length).toBe(2);
});

test("an agent gets no secret, and cannot replace or set one even if changes are allowed", async () => {
  const own = await createWorkspace(changing.url, changing.adminToken);
  const client = await connected(own);
  const { secret } = await own.customer.data("/v2/workspace/webhooksecret/get", {});
  const rawNotificationUrl = "https://93.184.216.34/hook";
  const configure = (config: object) =>
    call(client, "call_operation", { operation: "webhooks.updateConfig", data: { webhookServiceConfig: config } });
  const shown = await Promise.all(
    ["webhooks.getSecret", "webhooks.rotateSecret", "webhooks.createPortal"].map((operation) =>
      call(client, "call_operation", { operation, data: {} }),
    ),
  );
  const described = await call(client, "describe_operation", { operation: "webhooks.createPortal" });
  const writing = await call(client, "describe_operation", { operation: "webhooks.updateConfig" });
  const set = await configure({ rawNotificationUrl, authToken: "x" });
  const before = await own.customer.data("/v2/workspace/webhookconfig/get", {});
  const changed = await configure({ rawNotificationUrl });
  const after = await own.customer.data("/v2/workspace/webhookconfig/get", {});
  await client.close();

  for (const { refused } of [...shown, described]) expect(refused).toContain("returns a secret");
  expect(await own.customer.data("/v2/workspace/webhooksecret/get", {})).toMatchObject({ secret });
  expect(writing.notForAgents).toEqual(["webhookServiceConfig.authToken"]);
  expect(set.refused).toContain("webhookServiceConfig.authToken is a secret");
  expect(before.webhookServiceConfig?.rawNotificationUrl ?? null).toBe(null);
  expect(changed.refused).toBeUndefined();
  expect(after.webhookServiceConfig).toMatchObject({ rawNotificationUrl, authToken: null });
});

test("the curated tools return in one call the existing threads, why a user was notified, and the state of webhooks", async () => {
  const client = await connected(workspace);
  const threads = await call(client, "find_threads", { organizationId: "acme", text: "price" });
  const ofHtml = await call(client, "find_threads", { organizationId: "acme", text: "TYPO…" });
  const answered = await call(client, "answer_thread", { ...place, annotationId: "t0", text: "Yes.", from: { userId: "bob" } });
  const notified = await call(client, "why_was_user_notified", { organizationId: "acme", userId: "bob" });
  const deliveries = await call(client, "delivery_problems", {});
  await client.close();

  expect(threads).toMatchObject({
    isComplete: true,
    threads: [{ annotationId: "t0", first: { from: "ada", fromName: "Ada", text: "Is the PRICE right?" } }],
  });
  expect(ofHtml).toMatchObject({ threads: [{ annotationId: "t1", first: { text: "Mend the typo…" } }] });
  expect(answered.refused).toContain("read-only");
  expect(notified).toMatchObject({
    chosen: [{ inbox: "ALL" }],
    inbox: [{ notificationId: "n1", why: "ada addressed it to the user by name." }],
  });
  expect(deliveries).toMatchObject({ endpoints: [], problems: [], isComplete: true });
});

test("an agent whose token is bound to an organization is told why a user was notified, and how to see the mails", async () => {
  const { owner, apiKey, customer } = workspace;
  const { token } = await owner.data("/v2/workspace/authtokens/create", { apiKey, role: "read", organizationIds: ["acme"] });
  const bound = { ...workspace, customer: customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token }) };
  const client = await connected(bound);
  const inOrganization = await call(client, "why_was_user_notified", { organizationId: "acme", userId: "bob" });
  const inDocument = await call(client, "why_was_user_notified", { ...place, userId: "bob" });
  await client.close();

  expect(inOrganization).toMatchObject({ inbox: [{ notificationId: "n1" }], mails: null });
  expect(inOrganization.mailsNotShown).toContain("name a documentId");
  expect(inDocument).toMatchObject({ inbox: [{ notificationId: "n1" }], mails: expect.any(Array) });
});

test("if changes are allowed an agent replies to a thread once, even if it repeats the call", async () => {
  const own = await createWorkspace(changing.url, changing.adminToken);
  await fill(own);
  const client = await connected(own);
  const reply = { ...place, annotationId: "t0", text: "Yes.", from: { userId: "bob" } };
  const first = await call(client, "answer_thread", reply);
  const second = await call(client, "answer_thread", reply);
  await client.close();

  const [thread] = await own.customer.data("/v2/commentannotations/get", { ...place, annotationIds: ["t0"] });
  expect(thread.comments.map(({ commentText }: { commentText: string }) => commentText)).toEqual(["Is the PRICE right?", "Yes."]);
  expect(second.commentId).toBe(first.commentId);
});

test("a local agent is served over standard input and output", async () => {
  const client = new Client({ name: "test", version: "1" });
  const { apiKey, authToken } = workspace;
  const env = { PATH: process.env.PATH ?? "", PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: authToken };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [resolve(import.meta.dirname, "../../../cli/bin/parley.js"), "mcp"], env }),
  );
  const threads = await call(client, "find_threads", { organizationId: "acme" });
  await client.close();

  expect(threads.threads).toHaveLength(2);
});

test("every request to the path of agents gets a clear response, and without credentials no body is read", async () => {
  const { customer } = workspace;
  const headers = { ...customer.credentials, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const send = (body: string, more: Record<string, string> = {}) => customer.send("/mcp", body, { headers: { ...headers, ...more } });
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
  };
  const bodies = [
    "",
    "{",
    "[]",
    "null",
    '"x"',
    "{}",
    `${"[".repeat(50_000)}`,
    JSON.stringify([initialize, initialize]),
    '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
  ];
  bodies.push('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_threads","arguments":{"limit":"many"}}}');
  bodies.push(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${'{"a":'.repeat(60)}1${"}".repeat(60)}}}`);
  const answers = await Promise.all(bodies.map((body) => send(body)));
  const anonymous = await new Customer(parley.url).send("/mcp", JSON.stringify(initialize), {
    headers: { "content-type": "application/json" },
  });
  const forged = await send(JSON.stringify(initialize), { "x-svc-auth-token": "sk_forged" });
  const large = await send(JSON.stringify({ ...initialize, x: "y".repeat(1_100_000) }));
  const read = await customer.send("/mcp", undefined, { method: "GET" });

  for (const [index, { status, body }] of answers.entries()) {
    expect(status, `${bodies[index]?.slice(0, 60)} gave ${status}: ${JSON.stringify(body)}`).toBeLessThan(500);
    expect(JSON.stringify(body)).toMatch(/"error"|error/);
  }
  expect(anonymous).toMatchObject({ status: 401, body: { error: { data: { status: "UNAUTHENTICATED" } } } });
  expect(forged.status).toBe(401);
  expect(large.status).toBe(413);
  expect(read).toMatchObject({ status: 405 });
});

test("an installation with agents disabled does not have the path", async () => {
  await using closed = await startParley("all-in-one", { PARLEY_MCP: "false" });
  const own = await createWorkspace(closed.url, closed.adminToken);

  expect((await own.customer.post("/mcp", {})).status).toBe(404);
});
