import { existsSync } from "node:fs";
import { freePort } from "@parley/testing";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "./customer.ts";
import { type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { type Parley, startParley } from "./parley.ts";
import { signInSteps } from "./sign-in-steps.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (executablePath === undefined)
  console.warn("SKIPPED: signing in at a provider in a browser, because there is no Chromium on this machine.");

let provider: OpenIdProvider;
let parley: Parley;
let publicUrl: string;
let workspace: Workspace;
let other: Workspace;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  // Grants name workspaces: they are there before.
  const before = await startParley("all-in-one");
  workspace = await createWorkspace(before.url, before.adminToken);
  other = await createWorkspace(before.url, before.adminToken);
  await before.stop();
  const port = String(await freePort());
  publicUrl = `http://127.0.0.1:${port}`;
  parley = await startParley("all-in-one", {
    PARLEY_DATABASE_URL: before.databaseUrl,
    PARLEY_GATEWAY_PORT: port,
    PARLEY_PUBLIC_URL: publicUrl,
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: provider.clientId,
    PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
    PARLEY_OIDC_NAME: "Acme",
    PARLEY_OIDC_SIGN_OUT: "true",
    PARLEY_OIDC_GRANTS: `support=${workspace.workspaceId}:act,admins=${workspace.workspaceId}:administrate,admins=${other.workspaceId}:read,lost=ws_lost:read`,
  });
  workspace = at(workspace);
});

afterAll(async () => {
  await parley?.stop();
  await provider?.[Symbol.asyncDispose]();
});

beforeEach(() => {
  provider.told = { claims: { groups: ["support"], email: "alice@acme.example" } };
});

/** The workspace at the gateway that runs now. */
function at({ customer, owner, ...rest }: Workspace): Workspace {
  return { ...rest, customer: new Customer(parley.url, customer.credentials), owner: new Customer(parley.url, owner.credentials) };
}

const refused = (problem: string) => expect.stringMatching(new RegExp(`^/console/sign-in\\?problem=${problem}(&request=[\\w-]+)?$`));

const { leave, get, comeBack, signIn, call, sessionOf } = signInSteps(() => ({
  url: parley.url,
  publicUrl,
  apiKey: workspace.apiKey,
}));

// The first test that reaches the provider: what the gateway has found out about it is kept for an hour.
test("while the provider does not answer nobody is signed in, and the page is told the request that the log knows", async () => {
  provider.told = { isDown: true };

  const { status, headers } = await get("/console/oidc/sign-in", { "x-request-id": "the-request-1" });

  expect({ status, location: headers.location }).toEqual({
    status: 302,
    location: "/console/sign-in?problem=unavailable&request=the-request-1",
  });
  expect(headers["set-cookie"]).toBeUndefined();
});

test("who begins at another address than the public one is led there with what they asked for, and begins there", async () => {
  const path = "/console/oidc/sign-in?back=/console/keys&workspace=ws_1";
  const { status, headers } = await new Customer(parley.url).send(path, undefined, { method: "GET" });

  expect(status).toBe(302);
  expect(headers.location).toBe(`${publicUrl}/console/sign-in?problem=elsewhere&back=%2Fconsole%2Fkeys&workspace=ws_1`);
  expect(headers["set-cookie"]).toBeUndefined();
});

test("who begins at the public address by another scheme is led to the public one, whose cookies the browser will keep", async () => {
  const { status, headers } = await get("/console/oidc/sign-in?scheme=https&back=/console/keys");

  expect(status).toBe(302);
  expect(headers.location).toBe(`${publicUrl}/console/sign-in?problem=elsewhere&back=%2Fconsole%2Fkeys`);
  expect(headers["set-cookie"]).toBeUndefined();
  expect((await get("/console/oidc/sign-in?scheme=http")).headers.location).toMatch(new RegExp(`^${provider.issuer}`));
});

test("a person whom the provider vouches for gets a session of the workspace and the role that their claim is granted", async () => {
  const { location, session, set } = await signIn("?back=/console/k/1%3Fa%3Db");

  expect(location).toBe("/console/k/1?a=b");
  expect(set.find((each) => each.startsWith("parley-console="))).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(set.find((each) => each.startsWith("parley-sign-in="))).toBe("parley-sign-in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  expect(await sessionOf(session)).toMatchObject({ workspaceId: workspace.workspaceId, role: "act", person: "alice@acme.example" });
  expect((await call("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }, session)).status).toBe(200);
  expect((await call("/v2/workspace/webhooksecret/get", {}, session)).status).toBe(403);
  expect((await get("/console/session")).body).toMatchObject({ session: null, provider: "Acme" });
});

test("the highest role counts, in the workspace that is asked for", async () => {
  provider.told = { claims: { groups: ["support", "admins"] } };

  expect(await sessionOf((await signIn()).session)).toMatchObject({ workspaceId: workspace.workspaceId, role: "administrate" });
  const there = await signIn(`?workspace=${other.workspaceId}`);
  expect(await sessionOf(there.session)).toMatchObject({ workspaceId: other.workspaceId, role: "read", person: "alice-1" });
});

test("a session is listed among the tokens of its workspace, and ends within 5 seconds when it is revoked there", async () => {
  const { session } = await signIn();
  expect((await call("/v2/organizations/get", {}, session)).status).toBe(200);
  const { tokens } = await workspace.owner.data("/v2/workspace/tokens/get", {});
  const listed = tokens.filter(({ sessionRole }: { sessionRole: string | null }) => sessionRole !== null);
  expect(listed[0]).toMatchObject({ name: "alice@acme.example", sessionRole: "act", expiresAt: expect.any(Number) });

  for (const { tokenId } of listed) await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, session)).status, { timeout: 5_000 }).toBe(401);
  expect(await sessionOf(session)).toBeNull();
});

test("whoever signs out ends the session for every copy of its cookie", async () => {
  const { session } = await signIn();
  const page = { origin: parley.url, "sec-fetch-site": "same-origin", cookie: session };

  const { status, body } = await new Customer(parley.url).send("/console/session", undefined, { method: "DELETE", headers: page });

  const { origin, pathname, searchParams } = new URL(body.leaveTo);
  expect({ status, at: origin + pathname }).toEqual({ status: 200, at: `${provider.issuer}/sign-out` });
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: provider.clientId,
    post_logout_redirect_uri: `${publicUrl}/console/sign-in`,
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  await expect.poll(async () => (await call("/v2/organizations/get", {}, session)).status, { timeout: 5_000 }).toBe(401);
});

test("whoever signed in with a token is not led to the provider when they sign out", async () => {
  const page = { origin: parley.url, "sec-fetch-site": "same-origin" };
  const token = workspace.owner.credentials["x-svc-auth-token"];
  const presented = JSON.stringify({ workspaceId: workspace.workspaceId, token, role: "read" });
  const json = { ...page, "content-type": "application/json" };
  const { headers } = await new Customer(parley.url).send("/console/session", presented, { headers: json });
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";

  const { status, body } = await new Customer(parley.url).send("/console/session", undefined, {
    method: "DELETE",
    headers: { ...page, cookie },
  });

  expect({ status, body }).toEqual({ status: 200, body: { session: null } });
});

test("whom no grant fits gets no session", async () => {
  const strangers = [{ groups: ["sales"] }, {}, { groups: "SUPPORT" }, { groups: ["lost"] }, { groups: { support: true } }];
  for (const claims of strangers) {
    provider.told = { claims };
    expect(await signIn(), JSON.stringify(claims)).toMatchObject({ location: refused("no-access"), session: "" });
  }
  provider.told = { claims: { groups: ["support"] } };
  expect(await signIn(`?workspace=${other.workspaceId}`)).toMatchObject({ location: refused("no-access"), session: "" });
});

test("an ID token that is not the provider's answer to this very question begins no session", async () => {
  const now = Math.floor(Date.now() / 1_000);
  const wrong = [
    { claims: { nonce: "another" } },
    { claims: { nonce: undefined } },
    { claims: { iss: "https://evil.example" } },
    { claims: { aud: "another-client" } },
    { claims: { aud: [provider.clientId, "another-client"], azp: "another-client" } },
    { claims: { exp: now - 600 } },
    { claims: { iat: undefined } },
    { byStranger: true },
    { error: "access_denied" },
  ];

  for (const told of wrong) {
    provider.told = { ...told, claims: { groups: ["support"], ...told.claims } };
    expect(await signIn(), JSON.stringify(told)).toMatchObject({ location: refused("refused"), session: "" });
  }
});

test("a return with another state, without the browser's own beginning, or with another browser's begins no session", async () => {
  const mine = await leave();
  const theirs = await leave();

  expect(await comeBack(mine.back, "")).toMatchObject({ location: refused("over"), session: "" });
  expect(await comeBack(mine.back, `${mine.pending}x`)).toMatchObject({ location: refused("over"), session: "" });
  expect(await comeBack(mine.back, theirs.pending)).toMatchObject({ location: refused("refused"), session: "" });
  expect(await comeBack(mine.back.replace(/state=[^&]+/, "state=other"), mine.pending)).toMatchObject({ session: "" });
  expect(await comeBack("/console/oidc/callback", mine.pending)).toMatchObject({ location: refused("refused"), session: "" });
  expect(await comeBack(mine.back, mine.pending)).toMatchObject({ location: "/console/" });
});

test("a code begins one session", async () => {
  const { pending, back } = await leave();
  expect((await comeBack(back, pending)).session).not.toBe("");

  expect(await comeBack(back, pending)).toMatchObject({ location: refused("refused"), session: "" });
});

test("a sealed beginning is no session, and a session no beginning", async () => {
  const { pending, back } = await leave();
  const { session } = await signIn();

  expect(await sessionOf(pending.replace("parley-sign-in", "parley-console"))).toBeNull();
  expect(await comeBack(back, session.replace("parley-console", "parley-sign-in"))).toMatchObject({ location: refused("over") });
});

test("another site begins no sign-in, and no address leads away from the console", async () => {
  for (const site of ["cross-site", "same-site"]) {
    const { headers } = await get("/console/oidc/sign-in", { "sec-fetch-site": site });
    expect(headers, site).toMatchObject({ location: refused("over") });
    expect(headers["set-cookie"]).toBeUndefined();
  }
  for (const back of ["https://evil.example/", "//evil.example/", "/console/../evil", "/consolex", "/console/%0d%0aset-cookie:a=b"]) {
    const { location } = await signIn(`?back=${encodeURIComponent(back)}`);
    expect(new URL(String(location), parley.url).origin, back).toBe(parley.url);
    expect(String(location)).toMatch(/^\/console\//);
  }
});

test.skipIf(executablePath === undefined)(
  "in a browser a person comes back from the provider, which is another site, to the page that they wanted, and hears why when they may not in",
  { timeout: 120_000 },
  async () => {
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    provider.told = { claims: { groups: ["sales"] } };
    await page.goto(`${publicUrl}/console/k/${workspace.apiKey}/people`);
    expect(await page.getByRole("link", { name: "Continue with Acme" }).getAttribute("href")).toContain("?scheme=http&");
    await page.getByRole("link", { name: "Continue with Acme" }).click();
    await page.getByText("You are signed in, but have no access to a workspace here.").waitFor({ timeout: 60_000 });

    provider.told = { claims: { groups: ["support"] } };
    await page.goto(`${parley.url}/console/k/${workspace.apiKey}/people`);
    await page.getByRole("link", { name: "Continue with Acme" }).click();
    await page.getByText("People sign in here, at the address of this installation.").waitFor({ timeout: 60_000 });
    expect(new URL(page.url()).origin).toBe(publicUrl);
    await page.getByRole("link", { name: "Continue with Acme" }).click();

    await page.getByRole("heading", { level: 1, name: "People" }).waitFor({ timeout: 60_000 });
    expect((await page.context().cookies()).find(({ name }) => name === "parley-console")).toMatchObject({
      httpOnly: true,
      sameSite: "Strict",
    });

    await page.getByRole("button", { name: "You and this page" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor({ timeout: 60_000 });
    await expect.poll(() => provider.signedOut.length, { timeout: 60_000 }).toBe(1);
  },
);
