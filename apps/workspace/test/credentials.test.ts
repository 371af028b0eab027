import { newAuthToken } from "@parley/kernel";
import { withConstants } from "@parley/runtime";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const hourMs = 3_600_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_WORKSPACE_MAX_AUTH_TOKENS: "3", ...withConstants({ tokenUsesMs: 10 }) });
});

afterAll(() => service.process.stop());

test("the token of an API key identifies the key, its workspace and its options", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  await service.client.updateApiKeyConfig({ apiKeyId, activityLogImmutable: true });

  const answer = await service.asApiKey(apiKeyId, apiKeyAuthToken);

  expect(answer).toMatchObject({ workspaceId, apiKeyId, advancedQueriesEnabled: true, activityLogImmutable: true });
});

test("the token of a workspace identifies the workspace", async () => {
  const { workspaceId, authToken } = await service.workspace();

  expect(await service.asWorkspace(workspaceId, authToken)).toMatchObject({ workspaceId, apiKeyId: "" });
});

test("a token with a different stored hash is refused, although it is found by its id", async () => {
  const { apiKeyId, apiKeyAuthToken } = await service.workspace();
  await querySql(service.process.databaseUrl, "update workspace.api_key_tokens set token_hash = sha256(token_hash) where api_key_id = $1", [
    apiKeyId,
  ]);

  expect((await failureOf(service.asApiKey(apiKeyId, apiKeyAuthToken))).kind).toBe("unauthenticated");
});

test("whatever is wrong with a credential, the response is the same", async () => {
  const mine = await service.workspace();
  const other = await service.workspace();
  const { workspaceId, apiKeyId } = mine;
  const revoked = await service.client.createAuthToken({ workspaceId, apiKeyId });
  await service.client.revokeAuthToken({ workspaceId, apiKeyId, token: revoked.authToken?.token ?? "" });
  const expired =
    (await service.client.createAuthToken({ workspaceId, apiKeyId, name: "expired", expiresAtMs: BigInt(Date.now() + hourMs) })).authToken
      ?.token ?? "";
  await querySql(
    service.process.databaseUrl,
    "update workspace.api_key_tokens set expires_at_ms = workspace.now_ms() where token_name = 'expired'",
  );

  const failures = await Promise.all(
    [
      service.asApiKey(apiKeyId, ""),
      service.asApiKey("", mine.apiKeyAuthToken),
      service.asApiKey(apiKeyId, "sk_wrong"),
      service.asApiKey(apiKeyId, "x".repeat(50_000)),
      service.asApiKey("p".repeat(50_000), mine.apiKeyAuthToken),
      service.asApiKey(apiKeyId, newAuthToken()),
      service.asApiKey("pk_test_unknown", mine.apiKeyAuthToken),
      service.asApiKey(apiKeyId, other.apiKeyAuthToken),
      service.asApiKey(apiKeyId, mine.authToken),
      service.asApiKey(workspaceId, mine.authToken),
      service.asWorkspace(workspaceId, mine.apiKeyAuthToken),
      service.asWorkspace(workspaceId, other.authToken),
      service.asWorkspace(apiKeyId, mine.apiKeyAuthToken),
      service.asApiKey(apiKeyId, revoked.authToken?.token ?? ""),
      service.asApiKey(apiKeyId, expired),
    ].map(failureOf),
  );

  const [first] = failures;
  expect(first).toMatchObject({ kind: "unauthenticated", reason: "unauthenticated", violations: [] });
  for (const { kind, reason, message, violations } of failures) {
    expect({ kind, reason, message, violations }).toEqual({
      kind: first?.kind,
      reason: first?.reason,
      message: first?.message,
      violations: [],
    });
  }
});

test("a revoked token is refused as soon as the call returns, while the key's others still work", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const second = (await service.client.createAuthToken({ workspaceId, apiKeyId, name: "second" })).authToken?.token ?? "";
  await service.asApiKey(apiKeyId, apiKeyAuthToken);

  await service.client.revokeAuthToken({ workspaceId, apiKeyId, token: apiKeyAuthToken });

  expect((await failureOf(service.asApiKey(apiKeyId, apiKeyAuthToken))).kind).toBe("unauthenticated");
  expect((await service.asApiKey(apiKeyId, second)).apiKeyId).toBe(apiKeyId);
  expect((await failureOf(service.client.revokeAuthToken({ workspaceId, apiKeyId, token: apiKeyAuthToken }))).kind).toBe("not_found");
});

test("the tokens of a key are listed in plain text, oldest first, with names and expiry", async () => {
  const { workspaceId, apiKeyId, apiKeyAuthToken } = await service.workspace();
  const expiresAtMs = BigInt(Date.now() + hourMs);

  const created = await service.client.createAuthToken({ workspaceId, apiKeyId, name: "CI é😀", expiresAtMs });

  const { authTokens } = await service.client.listAuthTokens({ workspaceId, apiKeyId });
  expect(authTokens.map(({ token }) => token)).toEqual([apiKeyAuthToken, created.authToken?.token]);
  expect(authTokens[0]?.expiresAtMs).toBeUndefined();
  expect(authTokens[1]).toEqual(created.authToken);
  expect(created.authToken).toMatchObject({ name: "CI é😀", expiresAtMs });
  expect((await service.asApiKey(apiKeyId, created.authToken?.token ?? "")).apiKeyId).toBe(apiKeyId);
});

test("a token with an expiry in the past is refused", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();

  const failure = await failureOf(service.client.createAuthToken({ workspaceId, apiKeyId, expiresAtMs: BigInt(Date.now() - 1) }));

  expect(failure).toMatchObject({ kind: "invalid_argument", violations: [{ field: "expires_at" }] });
});

test("a key never has more tokens than allowed, however many are requested at once", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();

  const results = await Promise.allSettled(Array.from({ length: 8 }, () => service.client.createAuthToken({ workspaceId, apiKeyId })));

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect((await service.client.listAuthTokens({ workspaceId, apiKeyId })).authTokens).toHaveLength(3);
  expect(await failureOf(service.client.createAuthToken({ workspaceId, apiKeyId }))).toMatchObject({
    kind: "failed_precondition",
    reason: "too_many_auth_tokens",
  });
});
