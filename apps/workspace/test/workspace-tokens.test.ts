import { withConstants } from "@parley/runtime";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { takeApart } from "../src/api-keys/api-keys.store.ts";
import { databaseOf, failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const hourMs = 3_600_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_WORKSPACE_MAX_AUTH_TOKENS: "3", ...withConstants({ tokenUsesMs: 10 }) });
});

afterAll(() => service.process.stop());

test("a workspace's tokens are listed masked, oldest first, and each of them opens the workspace until it expires", async () => {
  const { workspaceId, authToken } = await service.workspace();
  const expiresAtMs = BigInt(Date.now() + hourMs);

  const { token, workspaceToken } = await service.client.createWorkspaceToken({ workspaceId, name: "CI é😀", expiresAtMs });

  const { workspaceTokens } = await service.client.listWorkspaceTokens({ workspaceId });
  expect(workspaceTokens.map(({ maskedToken }) => maskedToken)).toEqual([authToken, token].map((each) => `********${each.slice(-4)}`));
  expect(workspaceTokens[1]).toEqual(workspaceToken);
  expect(workspaceToken).toMatchObject({ name: "CI é😀", expiresAtMs });
  expect((await service.asWorkspace(workspaceId, token)).workspaceId).toBe(workspaceId);
  await querySql(
    service.process.databaseUrl,
    "update workspace.workspace_tokens set expires_at_ms = workspace.now_ms() where token_name = 'CI é😀'",
  );
  expect((await failureOf(service.asWorkspace(workspaceId, token))).kind).toBe("unauthenticated");
});

test.each(["token", "tokenId"] as const)(
  "a workspace's token that is revoked by its %s opens nothing once the call returns",
  async (by) => {
    const { workspaceId, authToken } = await service.workspace();
    const made = await service.client.createWorkspaceToken({ workspaceId });
    const named = by === "token" ? { token: made.token } : { tokenId: made.workspaceToken?.tokenId ?? "" };

    await service.client.revokeWorkspaceToken({ workspaceId, ...named });

    expect((await failureOf(service.asWorkspace(workspaceId, made.token))).kind).toBe("unauthenticated");
    expect((await service.asWorkspace(workspaceId, authToken)).workspaceId).toBe(workspaceId);
    expect((await failureOf(service.client.revokeWorkspaceToken({ workspaceId, ...named }))).kind).toBe("not_found");
  },
);

test("the last valid token of a workspace stays, even when two revoke each other at once", async () => {
  const { workspaceId, authToken } = await service.workspace();
  const { token } = await service.client.createWorkspaceToken({ workspaceId });

  const results = await Promise.allSettled(
    [authToken, token].map((each) => service.client.revokeWorkspaceToken({ workspaceId, token: each })),
  );

  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const left = results[0]?.status === "fulfilled" ? token : authToken;
  expect(await failureOf(service.client.revokeWorkspaceToken({ workspaceId, token: left }))).toMatchObject({
    kind: "failed_precondition",
    reason: "last_token",
  });
  expect((await service.asWorkspace(workspaceId, left)).workspaceId).toBe(workspaceId);
});

test("an expired token does not count as the last valid one", async () => {
  const { workspaceId, authToken } = await service.workspace();
  await service.client.createWorkspaceToken({ workspaceId, name: "over", expiresAtMs: BigInt(Date.now() + hourMs) });
  await querySql(service.process.databaseUrl, "update workspace.workspace_tokens set expires_at_ms = 0 where token_name = 'over'");

  expect((await failureOf(service.client.revokeWorkspaceToken({ workspaceId, token: authToken }))).reason).toBe("last_token");
});

test("a workspace never has more tokens of its own than allowed, and none with an expiry in the past", async () => {
  const { workspaceId } = await service.workspace();
  const other = await service.workspace();

  const results = await Promise.allSettled(Array.from({ length: 8 }, () => service.client.createWorkspaceToken({ workspaceId })));

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect((await failureOf(service.client.createWorkspaceToken({ workspaceId: "ws_unknown" }))).kind).toBe("not_found");
  expect((await failureOf(service.client.revokeWorkspaceToken({ workspaceId, token: other.authToken }))).kind).toBe("not_found");
  const late = service.client.createWorkspaceToken({ workspaceId: other.workspaceId, expiresAtMs: BigInt(Date.now() - 1) });
  expect(await failureOf(late)).toMatchObject({ kind: "invalid_argument", violations: [{ field: "expires_at" }] });
});

test("the last use of each token is shown, and is written at most once a minute", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken, authToken } = await service.workspace();
  const ofKey = async () => (await service.client.listAuthTokens({ workspaceId, apiKeyId })).authTokens[0]?.lastUsedAtMs;
  const ofWorkspace = async () => (await service.client.listWorkspaceTokens({ workspaceId })).workspaceTokens[0]?.lastUsedAtMs;
  const keyBefore = await ofKey();
  const workspaceBefore = await ofWorkspace();

  await service.asApiKey(apiKeyId, apiKeyAuthToken);
  await service.asWorkspace(workspaceId, authToken);

  expect([keyBefore, workspaceBefore]).toEqual([undefined, undefined]);
  await expect.poll(ofKey, { timeout: 20_000 }).toBeTypeOf("bigint");
  await expect.poll(ofWorkspace, { timeout: 20_000 }).toBeTypeOf("bigint");
  expect(Math.abs(Number(await ofKey()) - Date.now())).toBeLessThan(60_000);
});

test("a use is recorded again when the last one is a minute old, whichever process recorded it, and not before", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const { authToken } = await service.client.createAuthToken({ workspaceId, apiKeyId, name: "second" });
  const usesOf = async () => {
    const { authTokens } = await service.client.listAuthTokens({ workspaceId, apiKeyId });
    return Object.fromEntries(authTokens.map(({ token, lastUsedAtMs }) => [token, Number(lastUsedAtMs)]));
  };
  const recent = Date.now() - 30_000;
  const old = Date.now() - 90_000;
  await querySql(
    service.process.databaseUrl,
    "update workspace.api_key_tokens set last_used_at_ms = case token_id when $2 then $3::bigint else $4::bigint end where api_key_id = $1",
    [apiKeyId, authToken?.tokenId, old, recent],
  );

  const another = await startWorkspaceService({ PARLEY_DATABASE_URL: service.process.databaseUrl });
  await another.asApiKey(apiKeyId, apiKeyAuthToken);
  await another.asApiKey(apiKeyId, authToken?.token ?? "");
  // A process writes its noted uses when it ends, if not before.
  await another.process.stop();

  const uses = await usesOf();
  expect(uses[apiKeyAuthToken]).toBe(recent);
  expect(uses[authToken?.token ?? ""]).toBeGreaterThan(recent);
});

test("the credentials of a disabled API key show that it is disabled, and another workspace cannot disable it", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const other = await service.workspace();
  const set = (disabled: boolean) => service.client.setApiKeyDisabled({ workspaceId, apiKeyId, disabled });

  await set(true);
  expect((await service.asApiKey(apiKeyId, apiKeyAuthToken)).disabled).toBe(true);
  expect((await service.client.listApiKeys({ workspaceId })).apiKeys[0]?.disabled).toBe(true);
  await set(false);

  expect((await service.asApiKey(apiKeyId, apiKeyAuthToken)).disabled).toBe(false);
  const stranger = service.client.setApiKeyDisabled({ workspaceId: other.workspaceId, apiKeyId, disabled: true });
  expect((await failureOf(stranger)).kind).toBe("not_found");
});

test("the secrets of an API key are deleted with it, and only by its own workspace", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const other = await service.workspace();
  await service.client.getWebhookSecret({ apiKeyId });
  await service.client.updateWebhookConfig({ apiKeyId, useWebhookService: true });
  await service.client.updateEmailConfig({ apiKeyId, useEmailService: true });
  const tables = ["api_key_tokens", "webhook_configs", "webhook_secrets", "email_configs"];
  const rows = async () => {
    const counts = tables.map((table) => `select count(*)::int as rows from workspace.${table} where api_key_id = $1`);
    return (await querySql<{ rows: number }>(service.process.databaseUrl, counts.join(" union all "), [apiKeyId])).map((each) => each.rows);
  };

  const database = databaseOf(service);
  onTestFinished(() => database.close());

  // Called without a transaction, because a transaction would be rolled back.
  const isTheirs = await takeApart(database, other.workspaceId, apiKeyId);
  const before = await rows();
  await service.client.deleteApiKey({ workspaceId, apiKeyId });

  // The rows are deleted before the erasure of the key's other data has begun.
  expect(await rows()).toEqual([0, 0, 0, 0]);
  expect(isTheirs).toBe(false);
  expect(before).toEqual([1, 1, 1, 1]);
});

test("a deleted API key has no tokens, no configuration and no place in a list once the call returns, and cannot get any", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const other = await service.workspace();
  expect((await failureOf(service.client.deleteApiKey({ workspaceId: other.workspaceId, apiKeyId }))).kind).toBe("not_found");

  const { jobId, tasksCount } = await service.client.deleteApiKey({ workspaceId, apiKeyId });

  expect(jobId).toMatch(/^job_/);
  expect(tasksCount).toBeGreaterThan(10);
  expect((await service.client.listApiKeys({ workspaceId })).apiKeys).toEqual([]);
  const failures = await Promise.all(
    [
      service.asApiKey(apiKeyId, apiKeyAuthToken),
      service.client.getWebhookConfig({ apiKeyId, forDelivery: true }),
      service.client.listAuthTokens({ workspaceId, apiKeyId }),
      service.client.createAuthToken({ workspaceId, apiKeyId }),
      service.client.updateApiKey({ workspaceId, apiKeyId, apiKeyName: "back" }),
      service.client.setApiKeyDisabled({ workspaceId, apiKeyId, disabled: false }),
      service.client.deleteApiKey({ workspaceId, apiKeyId }),
    ].map(failureOf),
  );
  expect(failures.map(({ kind }) => kind)).toEqual(["unauthenticated", ...Array.from({ length: 6 }, () => "not_found")]);
  expect((await service.asApiKey(other.apiKeyId, other.apiKeyAuthToken)).apiKeyId).toBe(other.apiKeyId);
});
