import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Customer, type Workspace } from "../support/customer.ts";
import type { Parley } from "../support/parley.ts";
import type { OpenIdProvider } from "./openid-provider.ts";
import { type OpenIdStage, startOpenIdStage } from "./openid-stage.ts";
import { signInSteps } from "./sign-in-steps.ts";

let stage: OpenIdStage;
let provider: OpenIdProvider;
let parley: Parley;
let publicUrl: string;
let workspace: Workspace;
let other: Workspace;

beforeAll(async () => {
  stage = await startOpenIdStage();
  ({ provider, parley, publicUrl, workspace, other } = stage);
});

afterAll(() => stage?.stop());

beforeEach(() => {
  provider.told = { claims: { groups: ["support"], email: "alice@acme.example", email_verified: true } };
});

const refused = (problem: string) => expect.stringMatching(new RegExp(`^/console/sign-in\\?problem=${problem}(&request=[\\w-]+)?$`));

const { leave, get, comeBack, signIn, call, sessionOf } = signInSteps(() => ({
  url: parley.url,
  publicUrl,
  apiKey: workspace.apiKey,
}));

// The first test that reaches the provider, because the gateway caches the provider's metadata for an hour.
test("while the provider does not answer nobody is signed in, and the page gets the request id of the log", async () => {
  provider.told = { isDown: true };

  const { status, headers } = await get("/console/oidc/sign-in", { "x-request-id": "the-request-1" });

  expect({ status, location: headers.location }).toEqual({
    status: 302,
    location: "/console/sign-in?problem=unavailable&request=the-request-1",
  });
  expect(headers["set-cookie"]).toBeUndefined();
});

test("a sign-in begun at another address is redirected to the public one with its parameters", async () => {
  const path = "/console/oidc/sign-in?back=/console/keys&workspace=ws_1";
  const { status, headers } = await new Customer(parley.url).send(path, undefined, { method: "GET" });

  expect(status).toBe(302);
  expect(headers.location).toBe(`${publicUrl}/console/sign-in?problem=elsewhere&back=%2Fconsole%2Fkeys&workspace=ws_1`);
  expect(headers["set-cookie"]).toBeUndefined();
});

test("a sign-in begun at the public address with another scheme is redirected to the public one, whose cookies the browser keeps", async () => {
  const { status, headers } = await get("/console/oidc/sign-in?scheme=https&back=/console/keys");

  expect(status).toBe(302);
  expect(headers.location).toBe(`${publicUrl}/console/sign-in?problem=elsewhere&back=%2Fconsole%2Fkeys`);
  expect(headers["set-cookie"]).toBeUndefined();
  expect((await get("/console/oidc/sign-in?scheme=http")).headers.location).toMatch(new RegExp(`^${provider.issuer}`));
});

test("a person authenticated by the provider gets a session with the workspace and role granted to their claim", async () => {
  const { location, session, set } = await signIn("?back=/console/k/1%3Fa%3Db");

  expect(location).toBe("/console/k/1?a=b");
  expect(set.find((each) => each.startsWith("parley-console="))).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(set.find((each) => each.startsWith("parley-sign-in="))).toBe("parley-sign-in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  expect(await sessionOf(session)).toMatchObject({ workspaceId: workspace.workspaceId, role: "act", person: "alice@acme.example" });
  expect((await call("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }, session)).status).toBe(200);
  expect((await call("/v2/workspace/webhooksecret/get", {}, session)).status).toBe(403);
  expect((await get("/console/session")).body).toMatchObject({ session: null, provider: "Acme" });
});

test("an unverified e-mail address is not shown as the person", async () => {
  provider.told = { claims: { groups: ["support"], email: "boss@acme.example", preferred_username: "alice" } };

  expect(await sessionOf((await signIn()).session)).toMatchObject({ person: "unverified: alice" });
});

test("a sign-in waits at most ten minutes for the provider", async () => {
  const { headers } = await get("/console/oidc/sign-in");

  const seconds = Number(/Max-Age=(\d+)/.exec(String(headers["set-cookie"]))?.[1]);
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);
});

test("the highest role in the requested workspace counts", async () => {
  provider.told = { claims: { groups: ["support", "admins"] } };

  expect(await sessionOf((await signIn()).session)).toMatchObject({ workspaceId: workspace.workspaceId, role: "administrate" });
  const there = await signIn(`?workspace=${other.workspaceId}`);
  expect(await sessionOf(there.session)).toMatchObject({ workspaceId: other.workspaceId, role: "read", person: "subject alice-1" });
});

test("a person without a matching grant gets no session", async () => {
  const strangers = [{ groups: ["sales"] }, {}, { groups: "SUPPORT" }, { groups: ["lost"] }, { groups: { support: true } }];
  for (const claims of strangers) {
    provider.told = { claims };
    expect(await signIn(), JSON.stringify(claims)).toMatchObject({ location: refused("no-access"), session: "" });
  }
  provider.told = { claims: { groups: ["support"] } };
  expect(await signIn(`?workspace=${other.workspaceId}`)).toMatchObject({ location: refused("no-access"), session: "" });
});

test("an ID token that is not the provider's answer to this request begins no session", async () => {
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

test("a return with another state, without the browser's own cookie, or with another browser's begins no session", async () => {
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

test("the cookie of a sign-in is not accepted as a session, nor the reverse", async () => {
  const { pending, back } = await leave();
  const { session } = await signIn();

  expect(await sessionOf(pending.replace("parley-sign-in", "parley-console"))).toBeNull();
  expect(await comeBack(back, session.replace("parley-console", "parley-sign-in"))).toMatchObject({ location: refused("over") });
});

test("another site cannot begin a sign-in, and no address leads away from the console", async () => {
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
