import { ApiKeyType, EmailServiceType, webhookTriggers } from "@parley/contracts/workspace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

test("a new workspace has a token, and a first API key of type testing with a token of its own", async () => {
  const created = await service.client.createWorkspace({ workspaceName: "Acme", ownerEmail: "owner@example.com" });

  expect(created.workspace).toMatchObject({
    workspaceId: expect.stringMatching(/^ws_/),
    workspaceName: "Acme",
    ownerEmail: "owner@example.com",
  });
  expect(created.apiKey).toMatchObject({ apiKeyId: expect.stringMatching(/^pk_test_/), type: ApiKeyType.TESTING });
  expect(created.authToken).toMatch(/^sk_/);
  expect(created.apiKeyAuthToken).toMatch(/^sk_/);
  expect(created.apiKeyAuthToken).not.toBe(created.authToken);
  const workspaceId = created.workspace?.workspaceId ?? "";
  expect((await service.client.getWorkspace({ workspaceId })).workspace).toEqual(created.workspace);
  expect((await service.client.listApiKeys({ workspaceId })).apiKeys).toEqual([created.apiKey]);
});

test("the id of a production API key shows its type", async () => {
  const { workspaceId } = await service.workspace();

  expect(await service.apiKey(workspaceId, { type: ApiKeyType.PRODUCTION })).toMatch(/^pk_live_[0-9A-Za-z]{22}$/);
  expect(await service.apiKey(workspaceId)).toMatch(/^pk_test_[0-9A-Za-z]{22}$/);
});

test("an API key is listed with everything that it was created with, its e-mail secret masked", async () => {
  const { workspaceId } = await service.workspace();
  const given = {
    apiKeyName: "Shop",
    ownerEmail: "shop@example.com",
    type: ApiKeyType.PRODUCTION,
    planType: "gold",
    customPlanInfo: true,
    customPlanInfoDataJson: '{"seats": 10, "a": {"b": [null]}}',
    useEmailService: true,
    useWebhookService: true,
  };
  const email = { fromEmail: "shop@example.com", fromCompany: "Shop", commentTemplateId: "c1", tagTemplateId: "t1" };

  const apiKeyId = await service.apiKey(workspaceId, {
    ...given,
    emailServiceConfig: { ...email, type: EmailServiceType.SENDGRID, apiKey: "SG.a-long-secret-of-sendgrid" },
  });

  const { apiKeys } = await service.client.listApiKeys({ workspaceId });
  const emailServiceConfig = { ...email, type: EmailServiceType.SENDGRID, apiKey: "********grid" };
  expect(apiKeys.at(-1)).toMatchObject({ ...given, apiKeyId, emailServiceConfig });
});

test("API keys are found by the beginning of their name in either case, or by their id, page by page, and never another workspace's", async () => {
  const { workspaceId } = await service.workspace();
  const stranger = await service.workspace();
  const ids: string[] = [];
  for (const apiKeyName of ["Shop B", "shop A", "Shöp", "Workshop"]) ids.push(await service.apiKey(workspaceId, { apiKeyName }));
  const theirs = await service.apiKey(stranger.workspaceId, { apiKeyName: "Shop C" });
  const find = async (search: string, pageSize = 0) => {
    const names: string[] = [];
    for (let pageToken = ""; ; ) {
      const { apiKeys, nextPageToken } = await service.client.listApiKeys({ workspaceId, search, pageSize, pageToken });
      names.push(...apiKeys.map(({ apiKeyName }) => apiKeyName));
      if (nextPageToken === "") return names;
      pageToken = nextPageToken;
    }
  };

  for (const pageSize of [0, 1]) expect(await find("SHOP", pageSize)).toEqual(["shop A", "Shop B"]);
  expect(await find("shö")).toEqual(["Shöp"]);
  expect(await find(String(ids[3]))).toEqual(["Workshop"]);
  expect(await find("op")).toEqual([]);
  expect(await find(theirs)).toEqual([]);
});

test("an API key is created with its domains, webhook configuration and token", async () => {
  const { workspaceId } = await service.workspace();

  const apiKeyId = await service.apiKey(workspaceId, {
    createAuthToken: true,
    allowedDomains: ["https://Example.com/", "example.com", "*.example.org"],
    addLocalHostToAllowedDomains: true,
    webhookServiceConfig: {
      authToken: "my-webhook-token",
      rawNotificationUrl: "https://example.com/hook",
      triggers: { "comment.add": true },
    },
  });

  expect((await service.client.listDomains({ apiKeyId })).domains).toEqual(["*.example.org", "127.0.0.1", "example.com", "localhost"]);
  const webhook = await service.client.getWebhookConfig({ apiKeyId, forDelivery: true });
  expect(webhook).toMatchObject({ useWebhookService: false, authToken: "my-webhook-token" });
  expect(webhook.webhookServiceConfig?.rawNotificationUrl).toBe("https://example.com/hook");
  expect(Object.entries(webhook.webhookServiceConfig?.triggers ?? {}).filter(([, on]) => on)).toEqual([["comment.add", true]]);
  expect((await service.client.listAuthTokens({ workspaceId, apiKeyId })).authTokens).toHaveLength(1);
});

test("an API key without createAuthToken has no token, and no webhook service unless asked for", async () => {
  const { workspaceId } = await service.workspace();

  const apiKeyId = await service.apiKey(workspaceId);

  expect((await service.client.listAuthTokens({ workspaceId, apiKeyId })).authTokens).toEqual([]);
  expect(await service.client.getWebhookConfig({ apiKeyId })).toMatchObject({ useWebhookService: false });
  expect((await service.client.listDomains({ apiKeyId })).domains).toEqual([]);
});

test("an API key created with the webhook service on and without triggers has all nine on", async () => {
  const { workspaceId } = await service.workspace();

  const apiKeyId = await service.apiKey(workspaceId, { useWebhookService: true });

  const { webhookServiceConfig } = await service.client.getWebhookConfig({ apiKeyId });
  expect(webhookServiceConfig?.triggers).toEqual(Object.fromEntries(webhookTriggers.map((name) => [name, true])));
});

test("all violations of a new API key are reported and nothing is created", async () => {
  const { workspaceId } = await service.workspace();
  const request = {
    workspaceId,
    ownerEmail: "nobody",
    allowedDomains: ["example.com", "not a domain", "https://"],
    webhookServiceConfig: { rawNotificationUrl: "nowhere", encryptData: true, triggers: { "comment.added": true } },
  };

  const failure = await failureOf(service.client.createApiKey(request));

  expect(failure.kind).toBe("invalid_argument");
  expect(failure.violations.map(({ field }) => field)).toEqual([
    "owner_email",
    "allowed_domains[1]",
    "allowed_domains[2]",
    "webhook_service_config.raw_notification_url",
    "webhook_service_config.triggers.comment.added",
    "webhook_service_config.public_key",
  ]);
  expect(failure.violations[1]?.message).toContain("not a domain");
  expect((await service.client.listApiKeys({ workspaceId })).apiKeys).toHaveLength(1);
});

test("an API key needs an owner and a workspace that exists", async () => {
  const { workspaceId } = await service.workspace();

  const withoutOwner = await failureOf(service.client.createApiKey({ workspaceId }));
  const elsewhere = await failureOf(
    service.client.createApiKey({ workspaceId: "ws_unknown", ownerEmail: "owner@example.com", createAuthToken: true }),
  );

  expect(withoutOwner).toMatchObject({ kind: "invalid_argument", violations: [{ field: "owner_email" }] });
  expect(elsewhere.kind).toBe("not_found");
  expect((await failureOf(service.client.createWorkspace({ ownerEmail: "nobody" }))).kind).toBe("invalid_argument");
});

test("two API keys may have the same name, and a rename changes one", async () => {
  const { workspaceId } = await service.workspace();
  const first = await service.apiKey(workspaceId, { apiKeyName: "Same" });
  const second = await service.apiKey(workspaceId, { apiKeyName: "Same" });

  await service.client.updateApiKey({ workspaceId, apiKeyId: second, apiKeyName: "Other" });

  const { apiKeys } = await service.client.listApiKeys({ workspaceId });
  expect(apiKeys.map(({ apiKeyId, apiKeyName }) => [apiKeyId, apiKeyName]).slice(1)).toEqual([
    [first, "Same"],
    [second, "Other"],
  ]);
});

test("pages of API keys list each key once, oldest first, even when keys are added between pages", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const made = [apiKeyId];
  for (let index = 0; index < 4; index++) made.push(await service.apiKey(workspaceId));

  const first = await service.client.listApiKeys({ workspaceId, pageSize: 2 });
  made.push(await service.apiKey(workspaceId));
  const second = await service.client.listApiKeys({ workspaceId, pageSize: 2, pageToken: first.nextPageToken });
  const third = await service.client.listApiKeys({ workspaceId, pageSize: 2, pageToken: second.nextPageToken });

  const listed = [first, second, third].flatMap(({ apiKeys }) => apiKeys.map((key) => key.apiKeyId));
  expect(listed).toEqual(made);
  expect(third.nextPageToken).toBe("");
  expect((await failureOf(service.client.listApiKeys({ workspaceId, pageToken: "x" }))).kind).toBe("invalid_argument");
});

test("a new key has advanced queries on and a mutable activity log, and each option changes separately", async () => {
  const { apiKeyId } = await service.workspace();

  expect((await service.client.getApiKeyConfig({ apiKeyId })).config).toMatchObject({
    advancedQueriesEnabled: true,
    activityLogImmutable: false,
  });
  await service.client.updateApiKeyConfig({ apiKeyId, advancedQueriesEnabled: false });
  const { config } = await service.client.updateApiKeyConfig({ apiKeyId, activityLogImmutable: true });

  expect(config).toMatchObject({ advancedQueriesEnabled: false, activityLogImmutable: true });
  expect((await service.client.getApiKeyConfig({ apiKeyId })).config).toEqual(config);
  expect((await failureOf(service.client.getApiKeyConfig({ apiKeyId: "pk_test_unknown" }))).kind).toBe("not_found");
  expect((await failureOf(service.client.updateApiKeyConfig({ apiKeyId: "pk_test_unknown" }))).kind).toBe("not_found");
});

test("comments of a new key notify until that is switched off, and the key records that they once did", async () => {
  const { apiKeyId } = await service.workspace();
  const read = async () => {
    const { config, hasNotifiedOfComments } = await service.client.getApiKeyConfig({ apiKeyId });
    return [config?.notifyOfComments, hasNotifiedOfComments];
  };
  expect(await read()).toEqual([true, true]);

  await service.client.updateApiKeyConfig({ apiKeyId, notifyOfComments: false });

  expect(await read()).toEqual([false, true]);
});

test("API keys are listed by their ids, oldest first and page by page, and those of another workspace are not", async () => {
  const { workspaceId } = await service.workspace();
  const other = await service.workspace();
  const foreign = await service.apiKey(other.workspaceId);
  const first = await service.apiKey(workspaceId);
  const second = await service.apiKey(workspaceId);
  const apiKeyIds = [second, foreign, "none", first];

  const page = await service.client.listApiKeys({ workspaceId, apiKeyIds, pageSize: 1 });
  const rest = await service.client.listApiKeys({ workspaceId, apiKeyIds, pageSize: 1, pageToken: page.nextPageToken });

  expect([page, rest].map(({ apiKeys }) => apiKeys.map(({ apiKeyId }) => apiKeyId))).toEqual([[first], [second]]);
  expect(rest.nextPageToken).toBe("");
});
