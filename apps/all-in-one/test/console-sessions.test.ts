import { afterAll, beforeAll, expect, test } from "vitest";
import { Customer, createWorkspace, type HttpAnswer, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

let parley: Parley;
let workspace: Workspace;
let token: string;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_CONSOLE_LINKS: "true" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  token = workspace.owner.credentials["x-svc-auth-token"] ?? "";
});

afterAll(() => parley?.stop());

const ownPage = () => ({ origin: parley.url, "sec-fetch-site": "same-origin", "content-type": "application/json" });

function signIn(credentials: object, headers: Record<string, string> = ownPage()): Promise<HttpAnswer> {
  return new Customer(parley.url).send("/console/session", JSON.stringify(credentials), { headers });
}

async function sessionOf(role: string, shown = token): Promise<string> {
  const answer = await signIn({ workspaceId: workspace.workspaceId, token: shown, role });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

function cookieOf({ headers }: HttpAnswer): string {
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

function signOut(cookie: string): Promise<HttpAnswer> {
  const { origin, "sec-fetch-site": site } = ownPage();
  return new Customer(parley.url).send("/console/session", undefined, {
    method: "DELETE",
    headers: { origin, "sec-fetch-site": site, cookie },
  });
}

/** Calls an operation as a page of the console does. */
function call(path: string, data: object, cookie: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return new Customer(parley.url).post(path, data, { ...ownPage(), cookie, "x-svc-api-key": workspace.apiKey, ...headers });
}

test("a session acts for the workspace and its API keys, and its cookie tells nothing and is closed to scripts and other sites", async () => {
  const { headers } = await signIn({ workspaceId: workspace.workspaceId, token, role: "administrate" });
  const cookie = String(headers["set-cookie"]);
  const pair = cookie.split(";")[0] ?? "";

  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(cookie).not.toContain(token);
  expect((await call("/v2/workspace/get", {}, pair)).body.result.data.id).toBe(workspace.workspaceId);
  expect((await call("/v2/organizations/get", {}, pair)).status).toBe(200);
});

test("over TLS the cookie is bound to this very host", async () => {
  const { host } = new URL(parley.url);
  const { headers } = await signIn(
    { workspaceId: workspace.workspaceId, token, role: "read" },
    { ...ownPage(), origin: `https://${host}` },
  );

  expect(String(headers["set-cookie"])).toMatch(/^__Host-parley-console=.*; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
});

test("over TLS a cookie that a neighbour under the same domain can have planted is none", async () => {
  const planted = await sessionOf("administrate");
  const overTls = { origin: `https://${new URL(parley.url).host}` };

  expect((await call("/v2/organizations/get", {}, planted, overTls)).status).toBe(401);
  expect((await call("/v2/organizations/get", {}, `__Host-${planted}`, overTls)).status).toBe(200);
});

test("a planted cookie is not shown either to a browser whose proxy says that it speaks TLS, though it names no origin when it asks", async () => {
  const planted = await sessionOf("read");
  const shown = async (headers: Record<string, string>) =>
    (await new Customer(parley.url).send("/console/session", undefined, { method: "GET", headers })).body.session;

  expect(await shown({ cookie: planted, "x-forwarded-proto": "https" })).toBeNull();
  expect(await shown({ cookie: planted, "x-forwarded-proto": "https, http" })).toBeNull();
  expect(await shown({ cookie: `__Host-${planted}`, "x-forwarded-proto": "https" })).toMatchObject({ role: "read" });
  expect(await shown({ cookie: planted, "x-forwarded-proto": "http" })).toMatchObject({ role: "read" });
});

test("an installation with an https address takes no cookie that can have been planted, and signs nobody in where one would be lost", async () => {
  await using behindTls = await startParley("all-in-one", { PARLEY_PUBLIC_URL: "https://parley.acme.example" });
  const { workspaceId, owner } = await createWorkspace(behindTls.url, behindTls.adminToken);
  const presented = JSON.stringify({ workspaceId, token: owner.credentials["x-svc-auth-token"], role: "read" });
  const page = new Customer(behindTls.url);
  const from = (origin: string) => ({ origin, host: new URL(origin).host, "content-type": "application/json" });
  const signInFrom = (origin: string) => page.send("/console/session", presented, { headers: from(origin) });
  const shown = async (cookie: string) =>
    (await page.send("/console/session", undefined, { method: "GET", headers: { cookie } })).body.session;

  const begun = cookieOf(await signInFrom("https://parley.acme.example"));
  const nearby = cookieOf(await signInFrom(behindTls.url));
  const elsewhere = await signInFrom("http://parley.internal.example");

  expect([begun, nearby].map((cookie) => cookie.split("=")[0])).toEqual(["__Host-parley-console", "__Host-parley-console"]);
  expect(await shown(begun)).toMatchObject({ workspaceId });
  expect(await shown(begun.replace("__Host-", ""))).toBeNull();
  expect([elsewhere.status, elsewhere.headers["set-cookie"]]).toEqual([400, undefined]);
  expect(elsewhere.body.error.message).toBe(
    "Sign in at https://parley.acme.example/console: a browser would not keep the session of a page that came over http.",
  );
});

test("another site's page can neither use a session, nor begin or end one", async () => {
  const cookie = await sessionOf("administrate");
  const elsewhere = [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" },
    { origin: "null" },
    { origin: "" },
  ];

  for (const headers of elsewhere) {
    expect((await call("/v2/organizations/get", {}, cookie, { "sec-fetch-site": "cross-site", ...headers })).status, headers.origin).toBe(
      403,
    );
    const strange = { "content-type": "application/json", ...headers };
    expect((await signIn({ workspaceId: workspace.workspaceId, token, role: "read" }, strange)).status, headers.origin).toBe(403);
    expect((await new Customer(parley.url).send("/console/session", undefined, { method: "DELETE", headers })).status).toBe(403);
  }
});

test("a role may do what it may, and no more", async () => {
  const add = { organizations: [{ organizationId: "acme" }] };
  const [read, act, administrate] = await Promise.all(["read", "act", "administrate"].map((role) => sessionOf(role)));

  expect((await call("/v2/organizations/add", add, read ?? "")).body.error).toMatchObject({ status: "PERMISSION_DENIED" });
  expect((await call("/v2/organizations/add", add, act ?? "")).status).toBe(200);
  expect((await call("/v2/workspace/webhooksecret/get", {}, act ?? "")).status).toBe(403);
  expect((await call("/v2/workspace/authtokens/create", { apiKey: workspace.apiKey }, act ?? "")).status).toBe(403);
  expect((await call("/v2/workspace/webhooksecret/get", {}, administrate ?? "")).status).toBe(200);
});

test("tokens of API keys reach the page masked, and are revoked by their ids", async () => {
  const cookie = await sessionOf("administrate");
  const made = await call("/v2/workspace/authtokens/create", { apiKey: workspace.apiKey, name: "short-lived" }, cookie);
  const { token: secret, tokenId } = made.body.result.data;

  const listed = await call("/v2/workspace/authtokens/get", { apiKey: workspace.apiKey }, cookie);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  expect(listed.body.result.data.authTokens).toContainEqual(expect.objectContaining({ tokenId, token: `********${secret.slice(-4)}` }));
  expect((await call("/v2/workspace/authtokens/revoke", { apiKey: workspace.apiKey, tokenId }, cookie)).status).toBe(200);
  const left = await workspace.owner.data("/v2/workspace/authtokens/get", { apiKey: workspace.apiKey });
  expect(left.authTokens.map((each: { tokenId: string }) => each.tokenId)).not.toContain(tokenId);
});

test("a session acts for no API key of another workspace, and a changed cookie is none", async () => {
  const other = await createWorkspace(parley.url, parley.adminToken);
  const cookie = await sessionOf("administrate");
  const changed = `${cookie.slice(0, -3)}${cookie.endsWith("AAA") ? "BBB" : "AAA"}`;

  expect((await call("/v2/organizations/get", {}, cookie, { "x-svc-api-key": other.apiKey })).status).toBe(401);
  expect((await call("/v2/organizations/get", {}, changed)).status).toBe(401);
  expect((await call("/v2/workspace/create", { ownerEmail: "a@example.com" }, cookie)).status).toBe(401);
});

test("a token that is revoked ends its sessions within 5 seconds", async () => {
  const { token: second, tokenId } = await workspace.owner.data("/v2/workspace/tokens/create", {});
  const cookie = await sessionOf("read", second);
  expect((await call("/v2/organizations/get", {}, cookie)).status).toBe(200);

  await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, cookie)).status, { timeout: 5_000 }).toBe(401);
  expect(
    (await new Customer(parley.url).send("/console/session", undefined, { method: "GET", headers: { cookie } })).body.session,
  ).toBeNull();
});

test("whoever signs out of a session that began with a token ends every copy of its cookie, and the token stays valid", async () => {
  const cookie = await sessionOf("administrate");
  expect((await call("/v2/organizations/get", {}, cookie)).status).toBe(200);

  const out = await signOut(cookie);

  expect(out.body).toEqual({ session: null });
  expect(String(out.headers["set-cookie"])).toMatch(/^parley-console=; .*Max-Age=0$/);
  await expect.poll(async () => (await call("/v2/organizations/get", {}, cookie)).status, { timeout: 5_000 }).toBe(401);
  expect((await workspace.owner.post("/v2/workspace/get", {})).status).toBe(200);
  expect((await signIn({ workspaceId: workspace.workspaceId, token, role: "read" })).status).toBe(200);
});

test("each session is listed with its role and the token that it began with, and ends alone when it is revoked there", async () => {
  const { token: second } = await workspace.owner.data("/v2/workspace/tokens/create", { name: "Support" });
  const [ended, left] = [await sessionOf("read", second), await sessionOf("act", second)];
  const { tokens } = await workspace.owner.data("/v2/workspace/tokens/get", {});
  const listed = tokens.filter(({ name }: { name: string }) => name === 'token "Support"');

  expect(listed.map(({ sessionRole }: { sessionRole: string }) => sessionRole)).toEqual(["read", "act"]);
  await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId: listed[0].tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, ended)).status, { timeout: 5_000 }).toBe(401);
  expect((await call("/v2/organizations/get", {}, left)).status).toBe(200);
});

test("a session ends no later than the token that it began with", async () => {
  const expiresAt = Math.ceil(Date.now() / 1_000) * 1_000 + 600_000;
  const { token: second } = await workspace.owner.data("/v2/workspace/tokens/create", { expiresAt });

  const { body, headers } = await signIn({ workspaceId: workspace.workspaceId, token: second, role: "read" });

  expect(body.session.expiresAt).toBe(expiresAt);
  expect(Number(/Max-Age=(\d+)/.exec(String(headers["set-cookie"]))?.[1])).toBeLessThanOrEqual(600);
});

test("a session that began with a link ends for every copy of its cookie, too, and with the token that the link was made by", async () => {
  const { token: second, tokenId } = await workspace.owner.data("/v2/workspace/tokens/create", {});
  const begin = async () => {
    const headers = { ...workspace.owner.credentials, "x-svc-auth-token": second };
    const { body } = await new Customer(parley.url).send("/console/codes", undefined, { headers });
    return cookieOf(await signIn({ code: body.code }));
  };
  const [first, other] = [await begin(), await begin()];

  await signOut(first);
  await expect.poll(async () => (await call("/v2/organizations/get", {}, first)).status, { timeout: 5_000 }).toBe(401);
  expect((await call("/v2/organizations/get", {}, other)).status).toBe(200);
  await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, other)).status, { timeout: 5_000 }).toBe(401);
});

test("a link signs in once", async () => {
  const { body } = await new Customer(parley.url, workspace.owner.credentials).send("/console/codes", undefined, {
    headers: workspace.owner.credentials,
  });

  expect((await signIn({ code: body.code })).body.session).toMatchObject({ workspaceId: workspace.workspaceId, role: "administrate" });
  expect((await signIn({ code: body.code })).status).toBe(401);
  expect((await new Customer(parley.url).send("/console/codes", undefined)).status).toBe(401);
});

test("wrong credentials are refused in a sentence, without a cookie", async () => {
  const refused = await signIn({ workspaceId: workspace.workspaceId, token: workspace.authToken, role: "read" });

  expect(refused.status).toBe(401);
  expect(refused.body.error.message).toBe("There is no such workspace with this token.");
  expect(refused.headers["set-cookie"]).toBeUndefined();
});
