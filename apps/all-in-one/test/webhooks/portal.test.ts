import { randomBytes } from "node:crypto";
import { gatewayKeyOf, webhookPortalKeyOf, webhookPortalSecret } from "@parley/kernel";
import { expect, test } from "vitest";
import { Customer, createWorkspace, type HttpAnswer } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const key = randomBytes(32);
const keys = [webhookPortalKeyOf(gatewayKeyOf({ id: "k1", key }))] as const;

const { parley, workspace } = useWorkspace({ PARLEY_MASTER_KEYS: `k1:${key.toString("base64")}` });

const create = (request: object = {}) => workspace.customer.data("/v2/webhooks/portal/create", request);
const secretOf = ({ path }: { path: string }) => path.slice(path.indexOf("#") + 1);
const ownPage = () => ({ origin: parley.url, "sec-fetch-site": "same-origin", "content-type": "application/json" });

/** Calls an operation like the pages of a link. */
function call(secret: string, path: string, data: object, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return new Customer(parley.url).post(path, data, { ...ownPage(), "x-portal-token": secret, ...headers });
}

/** The first request of the pages of a link. */
function opened(secret: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return new Customer(parley.url).send("/console/portal", undefined, { headers: { ...ownPage(), "x-portal-token": secret, ...headers } });
}

/** The body of that response. */
const toldOf = async (secret: string) => (await opened(secret)).body;

const sealed = (change: object) => {
  const { workspaceId, apiKey: apiKeyId } = workspace;
  return webhookPortalSecret.seal(keys, { workspaceId, apiKeyId, readOnly: false, expiresAtMs: Date.now() + 60_000, ...change });
};

test("a link grants the webhook operations of its own API key and nothing else", async () => {
  const other = await createWorkspace(parley.url, parley.adminToken);
  const made = await create();
  const secret = secretOf(made);
  await workspace.customer.data("/v2/workspace/webhookconfig/update", {
    webhookServiceConfig: { rawNotificationUrl: "https://a.example.com/" },
  });

  const config = await call(secret, "/v2/workspace/webhookconfig/get", {}, { "x-svc-api-key": other.apiKey });
  const denied = await Promise.all([
    call(secret, "/v2/organizations/get", {}),
    call(secret, "/v2/users/data/delete", { userIds: ["ada"] }),
    call(secret, "/v2/workspace/apikeys/get", {}),
    call(secret, "/v2/webhooks/portal/create", {}),
  ]);

  expect(config.body.result.data.webhookServiceConfig.rawNotificationUrl).toBe("https://a.example.com/");
  expect((await call(secret, "/v2/workspace/webhooksecret/get", {})).status).toBe(200);
  expect((await call(secret, "/v2/webhooks/deliveries/get", {})).body.result.data).toEqual([]);
  expect(await toldOf(secret)).toEqual({
    headerPrefix: "x-svc-",
    apiKey: workspace.apiKey,
    session: { workspaceId: "", role: "administrate", person: "", expiresAt: made.expiresAt },
  });
  expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test("a read-only link changes nothing and does not reveal the secret", async () => {
  const secret = secretOf(await create({ readOnly: true }));
  const before = await workspace.customer.data("/v2/workspace/webhookconfig/get", {});

  const denied = await Promise.all([
    call(secret, "/v2/workspace/webhookconfig/update", { useWebhookService: false }),
    call(secret, "/v2/workspace/webhooksecret/get", {}),
    call(secret, "/v2/workspace/webhooksecret/rotate", {}),
    call(secret, "/v2/webhooks/deliveries/retry", { webhookIds: ["x"] }),
    call(secret, "/v2/webhooks/deliveries/recover", { since: 1 }),
    call(secret, "/v2/webhooks/test", {}),
  ]);

  expect((await call(secret, "/v2/webhooks/deliveries/get", {})).status).toBe(200);
  expect(await toldOf(secret)).toMatchObject({ apiKey: workspace.apiKey, session: { role: "read" } });
  expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await workspace.customer.data("/v2/workspace/webhookconfig/get", {})).toEqual(before);
});

test("a link that is expired, altered, of another key's workspace, or used by another site's page grants nothing", async () => {
  const { path } = await create();
  const good = secretOf({ path });
  const frame = path.slice(path.lastIndexOf("/") + 1, path.indexOf("#"));
  const other = await createWorkspace(parley.url, parley.adminToken);
  const bad = [
    sealed({ expiresAtMs: Date.now() - 1 }),
    sealed({ apiKeyId: other.apiKey }),
    `${good.slice(0, -3)}${good.endsWith("AAA") ? "BBB" : "AAA"}`,
    webhookPortalSecret.seal([{ id: "k1", key: randomBytes(32) }], {
      workspaceId: workspace.workspaceId,
      apiKeyId: workspace.apiKey,
      readOnly: false,
      expiresAtMs: Date.now() + 60_000,
    }),
    frame,
    "",
    "x".repeat(5_000),
  ];

  expect((await call(sealed({}), "/v2/webhooks/deliveries/get", {})).status).toBe(200);
  for (const secret of bad) expect((await call(secret, "/v2/webhooks/deliveries/get", {})).status, secret.slice(0, 20)).toBe(401);
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await call(good, "/v2/webhooks/deliveries/get", {}, foreign)).status).toBe(403);
  expect((await opened(good, foreign)).status).toBe(403);
});

test("a link ends within 5 seconds after its API key is disabled or deleted", async () => {
  const { apiKey } = await workspace.owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com", createAuthToken: true });
  const secret = sealed({ apiKeyId: apiKey });
  const status = async () => (await call(secret, "/v2/webhooks/deliveries/get", {})).status;
  expect(await status()).toBe(200);

  await workspace.owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: true });
  await expect.poll(status, { timeout: 5_000 }).toBe(403);
  await workspace.owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: false });
  await expect.poll(status, { timeout: 5_000 }).toBe(200);
  await workspace.owner.data("/v2/workspace/apikey/delete", { apiKey });
  await expect.poll(status, { timeout: 5_000 }).toBe(401);
});

const lives = async (secret: string) => (await call(secret, "/v2/webhooks/deliveries/get", {})).status;

test("a link ends within 5 seconds after the token that created it is revoked, and links of other tokens are not affected", async () => {
  const { apiKey, customer, owner } = workspace;
  const { token, tokenId } = await owner.data("/v2/workspace/authtokens/create", { apiKey });
  const made = await customer.as({ ...customer.credentials, "x-svc-auth-token": token }).data("/v2/webhooks/portal/create", {});
  const secret = secretOf(made);
  const other = secretOf(await create());
  expect(await lives(secret)).toBe(200);

  await owner.data("/v2/workspace/authtokens/revoke", { apiKey, tokenId });

  await expect.poll(() => lives(secret), { timeout: 5_000 }).toBe(401);
  expect((await opened(secret)).status).toBe(401);
  expect(await lives(other)).toBe(200);
});

test("a link expires with the token that created it, and shows its expiry", async () => {
  const { apiKey, customer, owner } = workspace;
  const expiresAt = Date.now() + 600_000;
  const { token } = await owner.data("/v2/workspace/authtokens/create", { apiKey, expiresAt });

  const made = await customer.as({ ...customer.credentials, "x-svc-auth-token": token }).data("/v2/webhooks/portal/create", {});

  expect(made.expiresAt).toBe(expiresAt);
  expect(webhookPortalSecret.open(keys, secretOf(made), expiresAt - 1)).toBeDefined();
  expect(webhookPortalSecret.open(keys, secretOf(made), expiresAt)).toBeUndefined();
});

test("a link expires after the requested number of minutes, and by default after an hour", async () => {
  const minutesLeft = async (request: object) => ((await create(request)).expiresAt - Date.now()) / 60_000;

  const asked = await minutesLeft({ expiresInMinutes: 5 });
  const usual = await minutesLeft({});

  expect(asked).toBeLessThanOrEqual(5);
  expect(asked).toBeGreaterThan(4);
  expect(usual).toBeLessThanOrEqual(60);
  expect(usual).toBeGreaterThan(59);
});

test("a link created in the console ends within 5 seconds after its session is signed out", async () => {
  const { workspaceId, apiKey, owner } = workspace;
  const page = new Customer(parley.url);
  const signIn = JSON.stringify({ workspaceId, token: owner.credentials["x-svc-auth-token"], role: "administrate" });
  const { headers } = await page.send("/console/session", signIn, { headers: ownPage() });
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  const made = await page.post("/v2/webhooks/portal/create", {}, { ...ownPage(), cookie, "x-svc-api-key": apiKey });
  const secret = secretOf(made.body.result.data);
  expect(await lives(secret)).toBe(200);

  const { origin, "sec-fetch-site": site } = ownPage();
  await page.send("/console/session", undefined, { method: "DELETE", headers: { origin, "sec-fetch-site": site, cookie } });

  await expect.poll(() => lives(secret), { timeout: 5_000 }).toBe(401);
});

test("all links of an API key end within 5 seconds after they are revoked; links of other keys and later links are valid", async () => {
  const { apiKey } = await workspace.owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com", createAuthToken: true });
  const mine = [secretOf(await create()), secretOf(await create({ readOnly: true })), sealed({})];
  const others = sealed({ apiKeyId: apiKey });
  expect(await Promise.all([...mine, others].map(lives))).toEqual([200, 200, 200, 200]);

  await workspace.customer.data("/v2/webhooks/portal/revoke", {});

  await expect.poll(() => Promise.all(mine.map(lives)), { timeout: 5_000 }).toEqual([401, 401, 401]);
  expect(await Promise.all([others, secretOf(await create())].map(lives))).toEqual([200, 200]);
  expect((await call(secretOf(await create()), "/v2/webhooks/portal/revoke", {})).status).toBe(403);
});
