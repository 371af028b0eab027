import { declaredStatements } from "@parley/database";
import { querySql, unscopedAccess } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService, type Workspace } from "./harness.ts";

let service: Harness;
let mine: Workspace;
let other: Workspace;

beforeAll(async () => {
  service = await startWorkspaceService();
  mine = await service.workspace();
  other = await service.workspace();
  await service.client.updateAiModelsConfig({ workspaceId: other.workspaceId, openai: "sk-other-0123456789abcdef" });
  await service.client.addDomains({ apiKeyId: other.apiKeyId, domains: ["other.example"] });
});

afterAll(() => service.process.stop());

test("another workspace's API key is reported like an unknown one, and stays unchanged", async () => {
  const [token] = (await service.client.listAuthTokens({ workspaceId: other.workspaceId, apiKeyId: other.apiKeyId })).authTokens;
  const otherTokenId = token?.tokenId ?? "";
  const before = await contents();
  const workspaceId = mine.workspaceId;
  const attempts = (apiKeyId: string) => [
    service.client.updateApiKey({ workspaceId, apiKeyId, apiKeyName: "mine now" }),
    service.client.listAuthTokens({ workspaceId, apiKeyId }),
    service.client.createAuthToken({ workspaceId, apiKeyId }),
    service.client.updateAuthToken({ workspaceId, apiKeyId, tokenId: otherTokenId, name: "mine now" }),
    service.client.rotateAuthToken({ workspaceId, apiKeyId, tokenId: otherTokenId, overlapMs: 0n }),
    service.client.revokeAuthToken({ workspaceId, apiKeyId, token: other.apiKeyAuthToken }),
    service.client.revokeUserTokens({ workspaceId, apiKeyId, userId: "alice" }),
    service.client.createWebhookPortal({ workspaceId, apiKeyId, lifetimeMs: 60_000 }),
    service.client.revokeWebhookPortals({ workspaceId, apiKeyId }),
    service.client.countRemoval({ workspaceId, apiKeyId, scope: { kind: "apiKey" } }),
    service.client.getApiKeyAccess({ workspaceId, apiKeyId }),
    service.client.getApiKeyAccess({ workspaceId, apiKeyId, portalLink: { epoch: 0 } }),
  ];

  const ofOther = await Promise.all(attempts(other.apiKeyId).map(failureOf));
  const ofUnknown = await Promise.all(attempts("pk_test_unknown").map(failureOf));

  const told = (failures: typeof ofOther, id: string) => failures.map(({ kind, message }) => [kind, message.replace(id, "<id>")]);
  expect(told(ofOther, other.apiKeyId)).toEqual(told(ofUnknown, "pk_test_unknown"));
  expect(new Set(ofOther.map(({ kind }) => kind))).toEqual(new Set(["not_found"]));
  expect(await contents()).toEqual(before);
});

test("a token is revoked only with its own key", async () => {
  const { workspaceId, apiKeyId } = other;
  const second = await service.apiKey(workspaceId, { createAuthToken: true });
  const before = await contents();

  const failure = await failureOf(service.client.revokeAuthToken({ workspaceId, apiKeyId: second, token: other.apiKeyAuthToken }));

  expect(failure.kind).toBe("not_found");
  expect(await contents()).toEqual(before);
  expect((await service.client.listAuthTokens({ workspaceId, apiKeyId })).authTokens).toHaveLength(1);
});

test("another workspace's token is reported like an unknown one, and stays unchanged", async () => {
  const [token] = (await service.client.listWorkspaceTokens({ workspaceId: other.workspaceId })).workspaceTokens;
  const before = await contents();
  const { workspaceId } = mine;
  const attempts = (tokenId: string) => [
    service.client.updateWorkspaceToken({ workspaceId, tokenId, name: "mine now" }),
    service.client.rotateWorkspaceToken({ workspaceId, tokenId, overlapMs: 0n }),
    service.client.revokeWorkspaceToken({ workspaceId, tokenId }),
  ];

  const ofOther = await Promise.all(attempts(token?.tokenId ?? "").map(failureOf));
  const ofUnknown = await Promise.all(attempts("0123456789abcdef").map(failureOf));

  expect(ofOther.map(({ kind, message }) => [kind, message])).toEqual(ofUnknown.map(({ kind, message }) => [kind, message]));
  expect(new Set(ofOther.map(({ kind }) => kind))).toEqual(new Set(["not_found"]));
  expect(await contents()).toEqual(before);
});

test("lists show only the caller's own data", async () => {
  expect((await service.client.listApiKeys({ workspaceId: mine.workspaceId })).apiKeys.map(({ apiKeyId }) => apiKeyId)).toEqual([
    mine.apiKeyId,
  ]);
  expect((await service.client.getAiModelsConfig({ workspaceId: mine.workspaceId })).aiModelsConfig).toMatchObject({ openai: "" });
  expect((await service.client.listDomains({ apiKeyId: mine.apiKeyId })).domains).toEqual([]);
});

test("every statement names its key, or states why it may span keys", async () => {
  const statements = declaredStatements().filter(({ name }) => name.startsWith("workspace."));

  expect(statements.length).toBeGreaterThan(20);
  expect(await unscopedAccess(service.process.databaseUrl, statements)).toEqual([]);
});

async function contents(): Promise<unknown[]> {
  const tables = [
    "workspaces",
    "data_keys",
    "workspace_tokens",
    "api_keys",
    "api_key_tokens",
    "webhook_configs",
    "domains",
    "provider_keys",
  ];
  const rows = tables.map((table) =>
    querySql(service.process.databaseUrl, `select md5(string_agg(t::text, '|' order by t::text)) as sum from workspace.${table} t`),
  );
  return (await Promise.all(rows)).flat();
}
