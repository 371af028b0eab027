import { expect, test } from "vitest";
import { consolePage, cookieOf } from "../support/console-page.ts";
import { Customer, createWorkspace } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const { parley, workspace } = useWorkspace({ PARLEY_CONSOLE_LINKS: "true" });

const { signIn, presented, sessionOf, signOut, shown, call } = consolePage(() => ({ url: parley.url, workspace }));

test("a session acts for the workspace and its API keys; its cookie reveals nothing and is closed to scripts and other sites", async () => {
  const { headers } = await signIn(presented("administrate"));
  const cookie = String(headers["set-cookie"]);
  const pair = cookie.split(";")[0] ?? "";

  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(cookie).not.toContain(presented("administrate").token);
  expect((await call("/v2/workspace/get", {}, pair)).body.result.data.id).toBe(workspace.workspaceId);
  expect((await call("/v2/organizations/get", {}, pair)).status).toBe(200);
});

test("a session can do exactly what its role allows", async () => {
  const add = { organizations: [{ organizationId: "acme" }] };
  const [read, act, administrate] = await Promise.all(["read", "act", "administrate"].map((role) => sessionOf(role)));

  expect((await call("/v2/organizations/add", add, read ?? "")).body.error).toMatchObject({ status: "PERMISSION_DENIED" });
  expect((await call("/v2/organizations/add", add, act ?? "")).status).toBe(200);
  expect((await call("/v2/workspace/webhooksecret/get", {}, act ?? "")).status).toBe(403);
  expect((await call("/v2/workspace/authtokens/create", { apiKey: workspace.apiKey }, act ?? "")).status).toBe(403);
  expect((await call("/v2/workspace/webhooksecret/get", {}, administrate ?? "")).status).toBe(200);
});

test("tokens of API keys are masked for the page, and revoked by their ids", async () => {
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

test("a session cannot act for an API key of another workspace, and a changed cookie is invalid", async () => {
  const other = await createWorkspace(parley.url, parley.adminToken);
  const cookie = await sessionOf("administrate");
  const changed = `${cookie.slice(0, -3)}${cookie.endsWith("AAA") ? "BBB" : "AAA"}`;

  const foreign = await call("/v2/organizations/get", {}, cookie, { "x-svc-api-key": other.apiKey });
  const unknown = await call("/v2/organizations/get", {}, cookie, { "x-svc-api-key": "pk_test_gone" });
  expect(foreign.status).toBe(404);
  expect(foreign.body.error.message).toBe(`The workspace of this session has no API key ${other.apiKey}.`);
  expect(unknown).toMatchObject({ status: 404, body: { error: { status: "NOT_FOUND" } } });
  expect((await call("/v2/organizations/get", {}, changed)).status).toBe(401);
  expect((await call("/v2/workspace/create", { ownerEmail: "a@example.com" }, cookie)).status).toBe(401);
});

test("the revocation of a token ends its sessions within 5 seconds", async () => {
  const { token: second, tokenId } = await workspace.owner.data("/v2/workspace/tokens/create", {});
  const cookie = await sessionOf("read", second);
  expect((await call("/v2/organizations/get", {}, cookie)).status).toBe(200);

  await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, cookie)).status, { timeout: 5_000 }).toBe(401);
  expect((await shown({ cookie })).body.session).toBeNull();
});

test("signing out of a session that began with a token ends every copy of its cookie, and the token stays valid", async () => {
  const cookie = await sessionOf("administrate");
  expect((await call("/v2/organizations/get", {}, cookie)).status).toBe(200);

  const out = await signOut(cookie);

  expect(out.body).toEqual({ session: null });
  expect(String(out.headers["set-cookie"])).toMatch(/^parley-console=; .*Max-Age=0$/);
  await expect.poll(async () => (await call("/v2/organizations/get", {}, cookie)).status, { timeout: 5_000 }).toBe(401);
  expect((await workspace.owner.post("/v2/workspace/get", {})).status).toBe(200);
  expect((await signIn(presented("read"))).status).toBe(200);
});

test("each session is listed with its role and the token that it began with, and is revoked individually", async () => {
  const { token: second } = await workspace.owner.data("/v2/workspace/tokens/create", { name: "Support" });
  const ended = await sessionOf("read", second);
  const left = await sessionOf("act", second);
  const { tokens } = await workspace.owner.data("/v2/workspace/tokens/get", {});
  const listed = tokens.filter(({ name }: { name: string }) => name === 'token "Support"');
  const idByRole = new Map<string, string>(
    listed.map((each: { sessionRole: string; tokenId: string }) => [each.sessionRole, each.tokenId]),
  );

  expect([...idByRole.keys()].sort()).toEqual(["act", "read"]);
  await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId: idByRole.get("read") });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, ended)).status, { timeout: 5_000 }).toBe(401);
  expect((await call("/v2/organizations/get", {}, left)).status).toBe(200);
});

test("a session ends no later than the token that it began with", async () => {
  const expiresAt = Math.ceil(Date.now() / 1_000) * 1_000 + 600_000;
  const { token: second } = await workspace.owner.data("/v2/workspace/tokens/create", { expiresAt });

  const { body, headers } = await signIn(presented("read", second));

  expect(body.session.expiresAt).toBe(expiresAt);
  expect(Number(/Max-Age=(\d+)/.exec(String(headers["set-cookie"]))?.[1])).toBeLessThanOrEqual(600);
});

test("a session that began with a link also ends for every copy of its cookie, and with the token that created the link", async () => {
  const { token: second, tokenId } = await workspace.owner.data("/v2/workspace/tokens/create", {});
  const begin = async () => {
    const headers = { ...workspace.owner.credentials, "x-svc-auth-token": second };
    const { body } = await new Customer(parley.url).send("/console/codes", undefined, { headers });
    return cookieOf(await signIn({ code: body.code }));
  };
  const first = await begin();
  const other = await begin();

  await signOut(first);
  await expect.poll(async () => (await call("/v2/organizations/get", {}, first)).status, { timeout: 5_000 }).toBe(401);
  expect((await call("/v2/organizations/get", {}, other)).status).toBe(200);
  await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, other)).status, { timeout: 5_000 }).toBe(401);
});

test("concurrent sign-outs of a session both succeed", async () => {
  const cookie = await sessionOf("read");

  const answers = await Promise.all([signOut(cookie), signOut(cookie)]);

  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array.from({ length: 2 }, () => [200, { session: null }]));
});

test("a page gets only the name and the expiry of its session, and no cache stores them", async () => {
  const begun = await signIn(presented("act"));
  const asked = await shown({ cookie: cookieOf(begun) });
  const ended = await signOut(cookieOf(begun));

  const said = {
    headerPrefix: "x-svc-",
    session: { workspaceId: workspace.workspaceId, role: "act", person: "", expiresAt: expect.any(Number) },
  };
  expect(begun.body).toEqual(said);
  expect(asked.body).toEqual({ ...said, reference: "/docs" });
  expect([begun, asked, ended].map(({ headers }) => headers["cache-control"])).toEqual(["no-store", "no-store", "no-store"]);
});

test("a token presented together with a session's cookie takes precedence", async () => {
  const cookie = await sessionOf("administrate");
  const other = await createWorkspace(parley.url, parley.adminToken);

  expect((await call("/v2/organizations/get", {}, cookie, { "x-svc-auth-token": other.authToken })).status).toBe(401);
  expect((await call("/v2/organizations/get", {}, cookie, { "x-svc-auth-token": "" })).status).toBe(401);
  expect((await call("/v2/organizations/get", {}, cookie, { "x-svc-auth-token": workspace.authToken })).status).toBe(200);
});

test("a session cannot use an invalid API key", async () => {
  const cookie = await sessionOf("read");

  expect((await call("/v2/organizations/get", {}, cookie, { "x-svc-api-key": "" })).status).toBe(401);
  expect((await call("/v2/organizations/get", {}, cookie, { "x-svc-api-key": "x".repeat(300) })).status).toBe(404);
});

test("a sign-in link works once", async () => {
  const { body } = await new Customer(parley.url, workspace.owner.credentials).send("/console/codes", undefined, {
    headers: workspace.owner.credentials,
  });

  expect((await signIn({ code: body.code })).body.session).toMatchObject({ workspaceId: workspace.workspaceId, role: "administrate" });
  expect((await signIn({ code: body.code })).status).toBe(401);
  expect((await new Customer(parley.url).send("/console/codes", undefined)).status).toBe(401);
});

test("a body larger than credentials is not read", async () => {
  const { status, headers } = await signIn({ ...presented("read"), padding: "x".repeat(5_000) });

  expect([status, headers["set-cookie"]]).toEqual([413, undefined]);
});

test("wrong credentials are refused with a sentence and without a cookie", async () => {
  const refused = await signIn(presented("read", workspace.authToken));

  expect(refused.status).toBe(401);
  expect(refused.body.error.message).toBe("The workspace is unknown or the token is not valid.");
  expect(refused.headers["set-cookie"]).toBeUndefined();
});
