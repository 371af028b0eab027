import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { operations } from "@parley/gateway/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consolePage } from "../support/console-page.ts";
import { Customer, createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

const roles = ["read", "act", "administrate"] as const;
const ofKeys = operations.filter(({ auth }) => auth === "apiKey");
const ofWorkspaces = operations.filter(({ auth }) => auth === "workspace");
/** The operations that agents can call. */
const offered = ofKeys.filter(({ showsSecret, bodyCredentials, stream }) => !showsSecret && !bodyCredentials && stream === undefined);
const resources = [...new Set(ofKeys.map(({ sdk }) => sdk.split(".")[0] ?? ""))];

type Operation = (typeof operations)[number];

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  // Operations must not wait for external servers: each answers at once.
  parley = await startParley("all-in-one", {
    PARLEY_MCP_CHANGES: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
    PARLEY_CHANGES_STREAM_MS: "100",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

const { sessionOf, call: callAsPage, ownPage } = consolePage(() => ({ url: parley.url, workspace }));

/** A caller with a new token of the API key. */
async function withToken(rights: object, { owner, apiKey, customer } = workspace): Promise<Customer> {
  const { token } = await owner.data("/v2/workspace/authtokens/create", { apiKey, ...rights });
  return customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
}

/** The right that a response names as missing; empty for every other response, successful or not. */
function missing({ status, body }: HttpAnswer): string {
  return status === 403 ? String(body.error.details?.[0]?.field ?? body.error.message) : "";
}

const cell = async ({ path, sdk }: Operation, answer: Promise<HttpAnswer>) => [sdk, path, missing(await answer)];
const needed = ({ path, sdk, role }: Operation, has: string) => [sdk, path, isHigher(role, has) ? "role" : ""];
const isHigher = (role: string, than: string) => roles.indexOf(role as "read") > roles.indexOf(than as "read");

/** The organizations in which an example acts; undefined if it names none. Those of a webhook endpoint only filter. */
function organizationsIn({ sdk, example }: Operation): unknown[] | undefined {
  return sdk.startsWith("webhooks.") && sdk.endsWith("Endpoint") ? undefined : namedIn(example.request);
}

function namedIn({ organizationId, organizationIds, organizations }: Record<string, unknown>): unknown[] | undefined {
  const listed = organizations as { organizationId: string }[] | undefined;
  return organizationId !== undefined ? [organizationId] : ((organizationIds as string[]) ?? listed?.map((each) => each.organizationId));
}

// Creates an API key for one example, because examples change and delete data that others need.
async function freshKey(): Promise<Workspace> {
  const { apiKey, authToken } = await workspace.owner.data("/v2/workspace/apikey/create", {
    ownerEmail: "owner@example.com",
    createAuthToken: true,
  });
  return { ...workspace, apiKey, authToken, customer: workspace.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authToken }) };
}

test.each(roles)("a token of an API key with the role %s can call exactly the operations that need no higher role", async (role) => {
  const caller = await withToken({ role }, await freshKey());

  const cells = [];
  for (const operation of ofKeys) cells.push(await cell(operation, caller.post(operation.path, operation.example.request)));

  expect(cells).toEqual(ofKeys.map((operation) => needed(operation, role)));
});

test.each(roles)("a token of a workspace with the role %s can call exactly the operations that need no higher role", async (role) => {
  const { token } = await workspace.owner.data("/v2/workspace/tokens/create", { role });
  const caller = workspace.owner.as({ ...workspace.owner.credentials, "x-svc-auth-token": token });

  const cells = [];
  for (const operation of ofWorkspaces) cells.push(await cell(operation, caller.post(operation.path, operation.example.request)));

  expect(cells).toEqual(ofWorkspaces.map((operation) => needed(operation, role)));
});

test.each(roles)("a session of the console with the role %s can call exactly the operations that need no higher role", async (role) => {
  const { apiKey } = await freshKey();
  const cookie = await sessionOf(role);
  const all = [...ofKeys, ...ofWorkspaces];

  const cells = [];
  for (const operation of all)
    cells.push(await cell(operation, callAsPage(operation.path, operation.example.request as object, cookie, { "x-svc-api-key": apiKey })));

  expect(cells).toEqual(all.map((operation) => needed(operation, role)));
});

test.each(roles)("an agent with a token of the role %s can call exactly the operations that need no higher role", async (role) => {
  const caller = await withToken({ role }, await freshKey());
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", parley.url), { requestInit: { headers: { ...caller.credentials } } });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);

  const cells = [];
  for (const { sdk } of offered) {
    const { content, isError } = await client.callTool({ name: "call_operation", arguments: { operation: sdk, data: {} } });
    const [{ text = "" } = {}] = content as { text?: string }[];
    cells.push([sdk, isError === true && text.includes("This needs the role")]);
  }
  await client.close();

  expect(cells).toEqual(offered.map(({ sdk, role: needs }) => [sdk, isHigher(needs, role)]));
});

test("a token restricted to a resource can call the operations of that resource and no others", { timeout: 120_000 }, async () => {
  const key = await freshKey();

  for (const resource of resources) {
    const caller = await withToken({ resources: [resource] }, key);
    const cells = [];
    for (const operation of ofKeys) cells.push(await cell(operation, caller.post(operation.path, operation.example.request)));

    expect(cells, resource).toEqual(
      ofKeys.map((operation) => [operation.sdk, operation.path, operation.sdk.startsWith(`${resource}.`) ? "" : "resources"]),
    );
  }
});

test("a token restricted to organizations can call operations that name them, and access no other organization", async () => {
  const key = await freshKey();
  const named = [...new Set(ofKeys.flatMap((operation) => organizationsIn(operation) ?? []))];
  const inside = await withToken({ organizationIds: named }, key);
  const outside = await withToken({ organizationIds: ["elsewhere"] }, key);
  const ownBody = ({ bodyCredentials, example }: Operation, { credentials }: Customer) =>
    bodyCredentials
      ? { ...example.request, apiKey: credentials["x-svc-api-key"], authToken: credentials["x-svc-auth-token"] }
      : example.request;

  const cells = [];
  for (const operation of ofKeys) {
    const [within, without] = [inside, outside].map((caller) => caller.post(operation.path, ownBody(operation, caller)));
    cells.push([operation.sdk, missing((await within) as HttpAnswer) !== "", missing((await without) as HttpAnswer) !== ""]);
  }

  expect(cells).toEqual(ofKeys.map((operation) => [operation.sdk, organizationsIn(operation) === undefined, true]));
});

test("a refusal precedes the parsing of the body", async () => {
  const reader = await withToken({ role: "read" });
  const headers = { "content-type": "application/json", ...reader.credentials };

  const { status, body } = await reader.send("/v2/organizations/add", "no JSON", { headers });

  expect([status, body.error.message]).toEqual([403, "This needs the role act; the token has read."]);
});

test("a token is listed with its rights, and without its secret for a token that cannot create one", async () => {
  const rights = { role: "act", organizationIds: ["acme"], resources: ["threads", "comments"] };
  const { apiKey, owner } = workspace;
  const { tokenId, token } = await owner.data("/v2/workspace/authtokens/create", { apiKey, ...rights });
  const { token: readToken } = await owner.data("/v2/workspace/tokens/create", { role: "read" });
  const reader = owner.as({ ...owner.credentials, "x-svc-auth-token": readToken });
  const listedBy = async (caller: Customer) =>
    (await caller.data("/v2/workspace/authtokens/get", { apiKey })).authTokens.find(
      (each: { tokenId: string }) => each.tokenId === tokenId,
    );

  expect(await listedBy(owner)).toMatchObject({ ...rights, token });
  expect(await listedBy(reader)).toMatchObject({ ...rights, token: `********${token.slice(-4)}` });
});

test("a session has no higher role than the token that it begins with, and loses the rights that the token loses", async () => {
  const { owner } = workspace;
  const { token, tokenId } = await owner.data("/v2/workspace/tokens/create", { role: "act" });
  await expect(sessionOf("administrate", token)).rejects.toThrow(/needs a token that has it; this one has act/);
  const cookie = await sessionOf("act", token);
  const add = async () => (await callAsPage("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }, cookie)).status;
  expect(await add()).toBe(200);

  await owner.data("/v2/workspace/tokens/update", { tokenId, role: "read" });

  await expect.poll(add, { timeout: 5_000 }).toBe(403);
});

test.each([
  [false, "administrate"],
  [true, "read"],
] as const)("a link to the webhook pages (readOnly: %s) reaches these pages with the role %s", async (readOnly, role) => {
  const { customer } = await freshKey();
  const { path } = await customer.data("/v2/webhooks/portal/create", { readOnly });
  const headers = { ...ownPage(), "x-portal-token": path.slice(path.indexOf("#") + 1) };

  const cells = [];
  for (const operation of ofKeys)
    cells.push([operation.sdk, missing(await new Customer(parley.url).post(operation.path, operation.example.request, headers))]);

  const outside = "A link to the webhook pages opens nothing else.";
  expect(cells).toEqual(ofKeys.map((operation) => [operation.sdk, operation.portal ? needed(operation, role)[2] : outside]));
});

test("the page of the promises states the number of these cells", async () => {
  const cells = roles.length * (2 * (ofKeys.length + ofWorkspaces.length) + offered.length) + (resources.length + 2 + 2) * ofKeys.length;
  const page = await readFile(resolve(import.meta.dirname, "../../../../tools/promises/README.md"), "utf8");

  expect(page).toContain(`**Last run**: ${cells.toLocaleString("en-US")} cells`);
});

test("a link has no more rights than the token that created it currently has", async () => {
  const { owner, apiKey } = workspace;
  const { token, tokenId } = await owner.data("/v2/workspace/authtokens/create", { apiKey, resources: ["webhooks"] });
  const maker = workspace.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": token });
  const { path } = await maker.data("/v2/webhooks/portal/create", {});
  const headers = { ...ownPage(), "x-portal-token": path.slice(path.indexOf("#") + 1) };
  const statusOf = async (operation: string) => (await new Customer(parley.url).post(operation, {}, headers)).status;
  expect(await statusOf("/v2/workspace/webhooksecret/get")).toBe(200);

  await owner.data("/v2/workspace/authtokens/update", { apiKey, tokenId, role: "read" });

  await expect.poll(() => statusOf("/v2/workspace/webhooksecret/get"), { timeout: 5_000 }).toBe(403);
  expect(await statusOf("/v2/workspace/webhookconfig/get")).toBe(200);
});
