import { expect, onTestFinished, test } from "vitest";
import { consolePage, cookieOf } from "../support/console-page.ts";
import { Customer, createWorkspace, type HttpAnswer } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const { parley, workspace } = useWorkspace();

const { ownPage, signIn, presented, sessionOf, signOut, shown, call } = consolePage(() => ({ url: parley.url, workspace }));

test("over TLS the cookie is bound to exactly this host", async () => {
  const { headers } = await signIn(presented("read"), { ...ownPage(), origin: `https://${new URL(parley.url).host}` });

  expect(String(headers["set-cookie"])).toMatch(/^__Host-parley-console=.*; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
});

test("over TLS a cookie that another host of the domain could have set is ignored", async () => {
  const planted = await sessionOf("administrate");
  const overTls = { origin: `https://${new URL(parley.url).host}` };

  expect((await call("/v2/organizations/get", {}, planted, overTls)).status).toBe(401);
  expect((await call("/v2/organizations/get", {}, `__Host-${planted}`, overTls)).status).toBe(200);
});

test("a cookie set by another host is also ignored behind a proxy that reports TLS, even if the browser sends no origin", async () => {
  const planted = await sessionOf("read");
  const session = async (headers: Record<string, string>) => (await shown(headers)).body.session;

  expect(await session({ cookie: planted, "x-forwarded-proto": "https" })).toBeNull();
  expect(await session({ cookie: planted, "x-forwarded-proto": "https, http" })).toBeNull();
  expect(await session({ cookie: `__Host-${planted}`, "x-forwarded-proto": "https" })).toMatchObject({ role: "read" });
  expect(await session({ cookie: planted, "x-forwarded-proto": "http" })).toMatchObject({ role: "read" });
});

test("an installation with an https address accepts no cookie that another host could have set, and signs nobody in where its cookie would be lost", async () => {
  await using behindTls = await startParley("all-in-one", { PARLEY_PUBLIC_URL: "https://parley.acme.example" });
  const there = await createWorkspace(behindTls.url, behindTls.adminToken);
  const page = consolePage(() => ({ url: behindTls.url, workspace: there }));
  const signInFrom = (origin: string) => page.signIn(page.presented("read"), { origin, host: new URL(origin).host });
  const session = async (cookie: string) => (await page.shown({ cookie })).body.session;

  const begun = cookieOf(await signInFrom("https://parley.acme.example"));
  const nearby = cookieOf(await signInFrom(behindTls.url));
  const elsewhere = await signInFrom("http://parley.internal.example");

  expect([begun, nearby].map((cookie) => cookie.split("=")[0])).toEqual(["__Host-parley-console", "__Host-parley-console"]);
  expect(await session(begun)).toMatchObject({ workspaceId: there.workspaceId });
  expect(await session(begun.replace("__Host-", ""))).toBeNull();
  expect([elsewhere.status, elsewhere.headers["set-cookie"]]).toEqual([400, undefined]);
  expect(elsewhere.body.error.message).toBe(
    "Sign in at https://parley.acme.example/console: a browser does not keep the session of a page loaded over http.",
  );
});

test("another site's page can neither use a session nor begin or end one", async () => {
  const cookie = await sessionOf("administrate");
  const elsewhere = [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" },
    { origin: parley.url, "sec-fetch-site": "same-site" },
    { origin: "null" },
    { origin: "" },
  ];

  for (const headers of elsewhere) {
    const anywhere = { "sec-fetch-site": "cross-site", ...headers };
    expect((await call("/v2/organizations/get", {}, cookie, anywhere)).status, headers.origin).toBe(403);
    expect((await signIn(presented("read"), headers)).status, headers.origin).toBe(403);
    expect((await signOut(cookie, headers)).status).toBe(403);
  }
});

test("a page of another host or port is refused by its origin alone, for browsers that say nothing else", async () => {
  const cookie = await sessionOf("administrate");
  const { port } = new URL(parley.url);
  const read = (origin: string) =>
    new Customer(parley.url).post("/v2/organizations/get", {}, { origin, cookie, "x-svc-api-key": workspace.apiKey });

  for (const origin of [`http://127.0.0.1:${port}`, `http://evil.example:${port}`, "http://localhost", "http://localhost:1"]) {
    expect((await read(origin)).status, origin).toBe(403);
    expect((await signIn(presented("read"), { origin })).status, origin).toBe(403);
    expect((await signOut(cookie, { origin })).status, origin).toBe(403);
  }
  expect((await read(parley.url)).status).toBe(200);
});

test("a session lasts twelve hours unless configured otherwise, and continues when a newer master key is added", async () => {
  const masterKey = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
  const maxAge = ({ headers }: HttpAnswer) => Number(/Max-Age=(\d+)/.exec(String(headers["set-cookie"]))?.[1]);
  const configured = { PARLEY_MASTER_KEYS: masterKey("k1", 1), PARLEY_CONSOLE_SESSION_MINUTES: "5" };
  const before = await startParley("all-in-one", configured);
  onTestFinished(() => before.stop());
  const there = await createWorkspace(before.url, before.adminToken);
  const page = consolePage(() => ({ url: before.url, workspace: there }));
  const begun = await page.signIn(page.presented("read"));
  await before.stop();

  const rotated = { PARLEY_DATABASE_URL: before.databaseUrl, PARLEY_MASTER_KEYS: `${masterKey("k2", 2)},${masterKey("k1", 1)}` };
  await using after = await startParley("all-in-one", rotated);
  const goesOn = await consolePage(() => ({ url: after.url, workspace: there })).shown({ cookie: cookieOf(begun) });

  const lifetimes = [maxAge(begun), maxAge(await signIn(presented("read")))];
  expect(lifetimes.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([300, 43_200]);
  expect(goesOn.body.session).toMatchObject({ workspaceId: there.workspaceId });
});

test("sign-in links are created only if configured", async () => {
  const made = await new Customer(parley.url).send("/console/codes", undefined, { headers: workspace.owner.credentials });

  expect([made.status, made.body.error.message]).toEqual([403, "This installation creates no sign-in links."]);
  expect((await signIn({ code: "made-up" })).status).toBe(401);
});
