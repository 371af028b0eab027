import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { Customer, type Workspace } from "../support/customer.ts";
import type { Parley } from "../support/parley.ts";
import type { OpenIdProvider } from "./openid-provider.ts";
import { type OpenIdStage, startOpenIdStage } from "./openid-stage.ts";
import { signInSteps } from "./sign-in-steps.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (executablePath === undefined)
  console.warn("SKIPPED: signing in at a provider in a browser, because there is no Chromium on this machine.");

let stage: OpenIdStage;
let provider: OpenIdProvider;
let parley: Parley;
let publicUrl: string;
let workspace: Workspace;

beforeAll(async () => {
  stage = await startOpenIdStage();
  ({ provider, parley, publicUrl, workspace } = stage);
});

afterAll(() => stage?.stop());

beforeEach(() => {
  provider.told = { claims: { groups: ["support"], email: "alice@acme.example", email_verified: true } };
});

const { signIn, call, sessionOf } = signInSteps(() => ({ url: parley.url, publicUrl, apiKey: workspace.apiKey }));

test("a session is listed among the tokens of its workspace, and ends within 5 seconds after it is revoked there", async () => {
  const { session } = await signIn();
  expect((await call("/v2/organizations/get", {}, session)).status).toBe(200);
  const { tokens } = await workspace.owner.data("/v2/workspace/tokens/get", {});
  const listed = tokens.filter(({ sessionRole }: { sessionRole: string | null }) => sessionRole !== null);
  expect(listed[0]).toMatchObject({ name: "alice@acme.example", sessionRole: "act", expiresAt: expect.any(Number) });

  for (const { tokenId } of listed) await workspace.owner.data("/v2/workspace/tokens/revoke", { tokenId });

  await expect.poll(async () => (await call("/v2/organizations/get", {}, session)).status, { timeout: 5_000 }).toBe(401);
  expect(await sessionOf(session)).toBeNull();
});

test("signing out ends the session for every copy of its cookie", async () => {
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

test("an ID token too long for a cookie still begins a session, and is not presented when the session ends", async () => {
  provider.told = { claims: { groups: ["support"], sub: "alice-1", padding: "x".repeat(3_000) } };
  const { session } = await signIn();
  const page = { origin: parley.url, "sec-fetch-site": "same-origin", cookie: session };

  const { body } = await new Customer(parley.url).send("/console/session", undefined, { method: "DELETE", headers: page });

  expect(session.length).toBeLessThan(4_000);
  expect(new URL(body.leaveTo).searchParams.has("id_token_hint")).toBe(false);
});

test("signing out of a session that began with a token does not redirect to the provider", async () => {
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

test.skipIf(executablePath === undefined)(
  "in a browser a person returns from the provider, which is another site, to the requested page, and is told the reason of a refusal",
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
    await page.getByText("Sign in here, at the address of this installation.").waitFor({ timeout: 60_000 });
    expect(new URL(page.url()).origin).toBe(publicUrl);
    await page.getByRole("link", { name: "Continue with Acme" }).click();

    await page.getByRole("heading", { level: 1, name: "People" }).waitFor({ timeout: 60_000 });
    expect((await page.context().cookies()).find(({ name }) => name === "parley-console")).toMatchObject({
      httpOnly: true,
      sameSite: "Strict",
    });

    await page.getByRole("button", { name: "Account and appearance" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor({ timeout: 60_000 });
    await expect.poll(() => provider.signedOut.length, { timeout: 60_000 }).toBe(1);
  },
);
