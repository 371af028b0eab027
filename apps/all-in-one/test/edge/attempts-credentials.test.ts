import { randomBytes } from "node:crypto";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { WorkspaceService } from "@parley/contracts/workspace";
import { gatewayKeyOf, webhookPortalFrame, webhookPortalKeyOf, webhookPortalSecret } from "@parley/kernel";
import { createRpcTransport } from "@parley/rpc";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { consolePage, cookieOf } from "../support/console-page.ts";
import { Customer, createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

const masterKey = randomBytes(32);
const keys = [webhookPortalKeyOf(gatewayKeyOf({ id: "k1", key: masterKey }))] as const;
const serviceToken = (name: string) => `${name}-token-of-a-test-that-is-long-enough`;
const services = ["workspace", "users", "activity", "notifications", "rewriter", "organization-directory", "gateway"];

let parley: Parley;
let workspace: Workspace;
let other: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    PARLEY_MASTER_KEYS: `k1:${masterKey.toString("base64")}`,
    PARLEY_SERVICE_TOKENS: services.map((name) => `${name}:${serviceToken(name)}`).join(","),
    PARLEY_CONSOLE_LINKS: "true",
    PARLEY_MCP_CHANGES: "true",
    PARLEY_USERS_MAX_USERS_PER_KEY: "2",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  other = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

const { ownPage, signIn, presented, sessionOf, signOut, shown, call } = consolePage(() => ({ url: parley.url, workspace }));
const page = () => new Customer(parley.url);

describe("a session of the console", () => {
  const name = "parley-console";
  const read = async (cookie: string, headers: Record<string, string> = {}) =>
    (await call("/v2/organizations/get", {}, cookie, headers)).status;

  test("grants no access to another workspace, whatever its page names", async () => {
    const cookie = await sessionOf("administrate");
    const foreign = { "x-svc-workspace-id": other.workspaceId };

    expect((await call("/v2/workspace/get", {}, cookie, foreign)).body.result.data.id).toBe(workspace.workspaceId);
    expect(await read(cookie, { "x-svc-api-key": other.apiKey })).toBe(404);
    expect(await read(cookie, { "x-svc-api-key": `${workspace.apiKey}, ${other.apiKey}` })).toBe(404);
    expect((await call("/v2/workspace/authtokens/get", { apiKey: other.apiKey }, cookie)).status).not.toBe(200);
    expect((await call("/v2/workspace/apikey/delete", { apiKey: other.apiKey }, cookie)).status).not.toBe(200);
  });

  test("ends within 5 seconds after signing out, under each possible name of its cookie", async () => {
    const sealed = (await sessionOf("read")).slice(`${name}=`.length);
    await signOut(`${name}=${sealed}`);

    for (const cookie of [`${name}=${sealed}`, `__Host-${name}=${sealed}`, `a=b; ${name}=${sealed}`])
      await expect.poll(() => read(cookie), { timeout: 5_000 }).toBe(401);
    expect((await shown({ cookie: `${name}=${sealed}` })).body.session).toBeNull();
  });

  test("is not accepted from a cookie with another name, in another case, in quotes, or encrypted for another purpose", async () => {
    const sealed = (await sessionOf("read")).slice(`${name}=`.length);
    const frame = webhookPortalSecret.seal(keys, {
      workspaceId: workspace.workspaceId,
      apiKeyId: workspace.apiKey,
      readOnly: false,
      expiresAtMs: Date.now() + 60_000,
    });
    const wrong = [`Parley-Console=${sealed}`, `x${name}=${sealed}`, `${name}="${sealed}"`, `${name}=${sealed}.`, `${name}=${frame}`];

    for (const cookie of [...wrong, `${name}=planted; ${name}=${sealed}`]) expect(await read(cookie), cookie.slice(0, 30)).toBe(401);
  });

  test("with the role `read` begins no other session, creates no codes or links, and spends and sends nothing", async () => {
    const cookie = await sessionOf("read");
    const codes = await page().send("/console/codes", undefined, { headers: { ...ownPage(), cookie } });
    const makes = ["/v2/webhooks/portal/create", "/v2/webhooks/portal/revoke", "/v2/workspace/tokens/create"];
    const sends = ["/v2/webhooks/test", "/v2/workspace/emailconfig/test", "/v2/rewriter/ask-ai", "/v2/rewriter/ask-ai/stream"];

    expect(codes.status).toBe(401);
    for (const path of [...makes, ...sends]) expect((await call(path, {}, cookie)).status, path).toBe(403);
  });

  test("begins once with a code that is sent twice concurrently, and not with a code whose token was revoked", async () => {
    const codeOf = async (token: string) => {
      const headers = { ...workspace.owner.credentials, "x-svc-auth-token": token };
      return (await page().send("/console/codes", undefined, { headers })).body.code as string;
    };
    const { token, tokenId } = await workspace.owner.data("/v2/workspace/tokens/create", {});
    const code = await codeOf(token);
    const late = await codeOf(token);

    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn({ code })));
    await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await signIn({ code: late })).status).toBe(401);
    expect((await signIn(presented("read", token))).status).toBe(401);
    const begun = answers.find(({ status }) => status === 200);
    await expect.poll(() => read(cookieOf(begun as HttpAnswer)), { timeout: 5_000 }).toBe(401);
  });
});

describe("a link to the webhook pages", () => {
  const create = async (request: object) => {
    const { path } = await workspace.customer.data("/v2/webhooks/portal/create", request);
    return path.slice(path.indexOf("#") + 1) as string;
  };
  const use = (secret: string, path: string, data: object = {}, headers: Record<string, string> = {}) =>
    page().post(path, data, { ...ownPage(), "x-portal-token": secret, ...headers });

  test("is invalid with any of its bytes altered", async () => {
    const secret = await create({});
    const bytes = Buffer.from(secret, "base64url");
    const changed = [0, 31, 32, 47, 48, bytes.length - 1].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString("base64url");
    });
    const cut = [bytes.subarray(0, -1), bytes.subarray(1), Buffer.concat([bytes, bytes])].map((each) => each.toString("base64url"));
    const frame = webhookPortalFrame.seal(keys, { domains: [], expiresAtMs: Date.now() + 60_000 });

    expect((await use(secret, "/v2/webhooks/deliveries/get")).status).toBe(200);
    for (const wrong of [...changed, ...cut, frame]) expect((await use(wrong, "/v2/webhooks/deliveries/get")).status).toBe(401);
  });

  test("that is read-only cannot revoke or create links, in any spelling of the paths", async () => {
    const secret = await create({ readOnly: true });
    const paths = ["/v2/webhooks/portal/revoke", "/v2/webhooks/portal/create", "/v2/webhooks/portal/%72evoke", "/mcp"];

    for (const path of paths) expect((await use(secret, path)).status, path).toBe(403);
    expect((await use(secret, "/v2/webhooks/deliveries/get")).status).toBe(200);
  });

  test("acts for its own API key together with a session, and is ignored together with a token", async () => {
    const secret = await create({ readOnly: true });
    const cookie = await sessionOf("administrate");
    const both = { cookie, "x-svc-api-key": workspace.apiKey };

    expect((await use(secret, "/v2/webhooks/portal/revoke", {}, both)).status).toBe(403);
    expect((await use(secret, "/v2/webhooks/deliveries/get", {}, { "x-svc-auth-token": other.authToken, ...both })).status).toBe(401);
    expect((await page().send("/console/codes", undefined, { headers: { ...ownPage(), "x-portal-token": secret } })).status).toBe(401);
  });
});

describe("an agent", () => {
  const asked = async (operation: string, data: object = {}) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "call_operation", arguments: { operation, data } } };
    const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const headers = { ...workspace.customer.credentials, ...accept, "mcp-protocol-version": "2025-06-18" };
    return JSON.stringify((await workspace.customer.send("/mcp", JSON.stringify(message), { headers })).body);
  };

  test.each([
    "webhooks.getSecret",
    "WEBHOOKS.GETSECRET",
    " webhooks.getSecret",
    "webhooks.getSecret\0",
    "/v2/workspace/webhooksecret/get",
    "v2/workspace/webhooksecret/get",
    "webhooks.rotateSecret",
    "webhooks.createPortal",
    "authTokens.list",
    "workspaces.create",
    "__proto__",
    "constructor",
  ])("gets no secret by the name %j", async (name) => {
    const { secret } = await workspace.customer.data("/v2/workspace/webhooksecret/get", {});

    const answer = await asked(name);

    expect(answer).toMatch(/returns a secret|There is no operation|needs the credentials/);
    expect(answer).not.toContain(secret);
    expect(await workspace.customer.data("/v2/workspace/webhooksecret/get", {})).toMatchObject({ secret });
  });
});

test("a quota counts a repeated row of a batch once, and holds for concurrent requests", async () => {
  const add = async ({ customer }: Workspace, ...ids: string[]) => {
    const users = ids.map((userId) => ({ userId }));
    return (await customer.post("/v2/users/add", { organizationId: "acme", createOrganization: true, users })).status;
  };
  const usersOf = async ({ customer }: Workspace) => (await customer.data("/v2/users/get", { organizationId: "acme" })).length;

  await add(workspace, "a", "a", "a");
  await add(workspace, "b");
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(other, `u${n}`)));

  expect([await usersOf(workspace), await usersOf(other)]).toEqual([2, 2]);
});

test("a request of eight thousand long texts that contain each other, with half surrogate pairs, is answered quickly and briefly", async () => {
  const text = (n: number) => `${"\ud83d".repeat(n % 3)}${"long ".repeat(20)}${n}`;
  const organizationIds = Array.from({ length: 8_000 }, (_, n) => text(n));
  const startMs = performance.now();

  const { status, body } = await workspace.customer.post("/v2/organizations/get", {
    organizationIds,
    [organizationIds.join("").slice(0, 5_000)]: 1,
  });

  expect(status).toBe(400);
  expect(JSON.stringify(body).length).toBeLessThan(100_000);
  expect(performance.now() - startMs).toBeLessThan(2_000);
  expect((body as { error: { message: string } }).error.message.isWellFormed()).toBe(true);
});

test("a service's token does not grant another service's calls in another case, with a space, as a hash, or together with another token", async () => {
  const codeOf = async (token: string) => {
    const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${parley.rpcPorts.get("workspace")}`, tokens: [token] });
    onTestFinished(() => transport.close());
    const request = createClient(WorkspaceService, transport).getWorkspace({ workspaceId: workspace.workspaceId });
    return request.then(
      () => "ok",
      (error: unknown) => Code[ConnectError.from(error).code],
    );
  };
  const gateway = serviceToken("gateway");

  expect(await codeOf(gateway)).toBe("ok");
  expect(await codeOf(serviceToken("users"))).toBe("PermissionDenied");
  for (const wrong of [gateway.toUpperCase(), `gateway:${gateway}`, `${serviceToken("users")}, ${gateway}`, `${gateway}x`, "x"])
    expect(await codeOf(wrong), wrong).toBe("Unauthenticated");
});
