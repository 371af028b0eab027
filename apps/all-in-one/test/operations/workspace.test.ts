import { webhookTriggers } from "@parley/contracts/workspace";
import { keyLimitNames, mostName } from "@parley/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

const newWorkspace = (): Promise<Workspace> => createWorkspace(parley.url, parley.adminToken);

describe("create API key", () => {
  const path = "/v2/workspace/apikey/create";

  test("returns the new key, which works with the token created for it", async () => {
    const { owner, customer } = await newWorkspace();

    const { status, body } = await owner.post(path, { ownerEmail: "a@example.com", type: "production", createAuthToken: true });
    const { apiKey } = body.result.data;
    const { authTokens } = await owner.data("/v2/workspace/authtokens/get", { apiKey });

    expect(status).toBe(200);
    const data = { apiKey: expect.stringMatching(/^pk_live_/), authToken: expect.any(String) };
    expect(body).toEqual({ result: { status: "success", message: "API key created.", data } });
    expect(authTokens.map(({ token }: { token: string }) => token)).toEqual([body.result.data.authToken]);
    const made = customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authTokens[0].token });
    expect((await made.post("/v2/workspace/domains/get", {})).status).toBe(200);
  });

  test("reports a missing ownerEmail", async () => {
    const { owner } = await newWorkspace();

    const { status, body } = await owner.post(path, { apiKeyName: "No owner" });

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ status: "INVALID_ARGUMENT", message: "ownerEmail is required." });
  });

  test("names each violation by its place in the request, and creates nothing", async () => {
    const { owner } = await newWorkspace();

    const { status, body } = await owner.post(path, {
      ownerEmail: "nobody",
      allowedDomains: ["example.com", "no host"],
      webhookServiceConfig: { rawNotificationUrl: "http://example.com" },
    });

    expect(status).toBe(400);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["ownerEmail", "allowedDomains[1]", "webhookServiceConfig.rawNotificationUrl"]);
    expect(await owner.data("/v2/workspace/apikeys/get", {})).toHaveLength(1);
  });

  test("created keys are listed page by page, with the secret of their e-mail service masked", async () => {
    const { owner } = await newWorkspace();
    const given = {
      apiKeyName: "Shop",
      ownerEmail: "shop@example.com",
      type: "testing",
      planInfo: { type: "gold" },
      customPlanInfo: true,
      customPlanInfoData: { seats: 10, nested: { any: [null, "é😀"] } },
      useEmailService: true,
      useWebhookService: true,
    };
    const email = { type: "sendgrid", fromEmail: "shop@example.com", fromCompany: "c", commentTemplateId: "1", tagTemplateId: "2" };
    await owner.data(path, { ...given, emailServiceConfig: { ...email, apiKey: "SG.a-long-secret-of-sendgrid" } });

    const first = await owner.post("/v2/workspace/apikeys/get", { pageSize: 1 });
    const second = await owner.post("/v2/workspace/apikeys/get", { pageSize: 1, pageToken: first.body.result.nextPageToken });

    expect(second.body.result.data).toEqual([
      {
        ...given,
        emailServiceConfig: { ...email, apiKey: "********grid" },
        id: expect.any(String),
        disabled: false,
        limits: Object.fromEntries(keyLimitNames.flatMap((name) => [name, mostName(name)]).map((name) => [name, null])),
        createdAt: expect.any(Number),
      },
    ]);
    expect(second.body.result.nextPageToken).toBeNull();
  });
});

describe.each(["/v2/workspace/domains/add", "/v1/workspace/domains/add"])("add domains at %s", (path) => {
  test("returns the domains in their stored form", async () => {
    const { customer } = await newWorkspace();

    const { body } = await customer.post(path, { domains: ["https://Example.com/x", "*.münchen.de", "localhost:3000"] });

    expect(body.result).toEqual({
      status: "success",
      message: "Domains added.",
      data: { domainsAdded: ["example.com", "*.xn--mnchen-3ya.de", "localhost:3000"] },
    });
  });

  test("existing domains are skipped with status INTERNAL and HTTP 409, and the others are added", async () => {
    const { customer } = await newWorkspace();
    await customer.data(path, { domains: ["a.example"] });

    const some = await customer.post(path, { domains: ["http://a.example", "b.example"] });
    const all = await customer.post(path, { domains: ["a.example", "b.example"] });

    expect(some.status).toBe(409);
    expect(some.body.error).toEqual({
      status: "INTERNAL",
      message: "Existing domains were skipped: a.example.",
      details: { domainsAdded: ["b.example"], skippedDomains: ["a.example"] },
      requestId: expect.any(String),
    });
    expect(all.status).toBe(409);
    expect(all.body.error.details).toEqual({ domainsAdded: [], skippedDomains: ["a.example", "b.example"] });
  });

  test("an entry that is not a host is named and nothing is added", async () => {
    const { customer } = await newWorkspace();

    const { status, body } = await customer.post(path, { domains: ["a.example", "no host"] });

    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      status: "INVALID_ARGUMENT",
      details: [{ field: "domains[1]", message: '"no host" is not a domain.' }],
    });
    expect(await customer.data("/v2/workspace/domains/get", {})).toEqual({ allowedDomains: [] });
  });
});

describe("webhook configuration", () => {
  const path = "/v2/workspace/webhookconfig/update";

  test("merges: absent fields are kept, an empty text or null clears", async () => {
    const { customer } = await newWorkspace();
    const urls = { rawNotificationUrl: "https://a.example/raw", processedNotificationUrl: "https://a.example/processed" };

    const { body } = await customer.post(path, {
      useWebhookService: true,
      webhookServiceConfig: { ...urls, authToken: "a-secret-of-the-endpoint", encodeData: true },
    });
    await customer.data(path, { webhookServiceConfig: { rawNotificationUrl: "", encodeData: null, triggers: { "comment.add": null } } });
    await customer.data(path, { webhookServiceConfig: { processedNotificationUrl: null } });

    expect(body.result).toEqual({ status: "success", message: "Webhook configuration updated.", data: null });
    expect(await customer.data("/v2/workspace/webhookconfig/get", {})).toEqual({
      useWebhookService: true,
      webhookServiceConfig: {
        authToken: "********oint",
        rawNotificationUrl: null,
        processedNotificationUrl: null,
        encodeData: false,
        encryptData: false,
        publicKey: null,
        triggers: Object.fromEntries(webhookTriggers.map((name) => [name, name !== "comment.add"])),
      },
    });
  });

  test.each([
    ["both fields missing", {}],
    ["no URL", { webhookServiceConfig: { rawNotificationUrl: "nowhere" } }],
    ["another scheme", { webhookServiceConfig: { rawNotificationUrl: "ftp://a.example" } }],
    ["http", { webhookServiceConfig: { processedNotificationUrl: "http://a.example" } }],
    ["user info", { webhookServiceConfig: { processedNotificationUrl: "https://user:word@a.example" } }],
    ["encryptData without a key", { webhookServiceConfig: { encryptData: true } }],
    ["an unusable key", { webhookServiceConfig: { encryptData: true, publicKey: "YOUR_PUBLIC_KEY" } }],
    ["the masked token", { webhookServiceConfig: { authToken: "********oint" } }],
  ])("%s is an invalid configuration", async (_, data) => {
    const { customer } = await newWorkspace();

    const { status, body } = await customer.post(path, data);

    expect(status).toBe(400);
    expect(body.error.status).toBe("INVALID_ARGUMENT");
    expect(body.error.message).toMatch(/^The webhook service configuration is invalid\. ./);
  });

  test.each([
    ["webhookServiceConfig.triggers.comment.added", { webhookServiceConfig: { triggers: { "comment.added": true } } }],
    ["webhookServiceConfig.encodeData", { webhookServiceConfig: { encodeData: "yes" } }],
    ["useWebhookService", { useWebhookService: 1 }],
  ])("an invalid %s is named", async (field, data) => {
    const { customer } = await newWorkspace();

    const { status, body } = await customer.post(path, data);

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ status: "INVALID_ARGUMENT", details: [{ field }] });
  });
});

test("provider keys are masked, kept when absent and removed by null", async () => {
  const { owner } = await newWorkspace();
  const path = "/v2/workspace/aimodelsconfig/update";

  await owner.data(path, { aiModelsConfig: { openai: "sk-proj-0123456789abcd", gemini: "AIza0123456789wxyz", dailyTokenBudget: 1_000 } });
  const changed = await owner.data(path, { aiModelsConfig: { gemini: null } });

  expect(changed).toEqual({ aiModelsConfig: { openai: "********abcd", anthropic: null, gemini: null, dailyTokenBudget: 1_000 } });
  expect(await owner.data("/v2/workspace/aimodelsconfig/get", {})).toEqual(changed);
  const unbounded = await owner.data(path, { aiModelsConfig: { dailyTokenBudget: null } });
  expect(unbounded).toMatchObject({ aiModelsConfig: { openai: "********abcd", dailyTokenBudget: null } });
});

test("another workspace's API key is NOT_FOUND, like one that does not exist", async () => {
  const { owner } = await newWorkspace();
  const { apiKey } = await newWorkspace();
  const requests = (id: string): [string, object][] => [
    ["/v2/workspace/authtokens/get", { apiKey: id }],
    ["/v2/workspace/authtokens/create", { apiKey: id }],
    ["/v2/workspace/authtokens/revoke", { apiKey: id, token: "sk_any" }],
    ["/v2/workspace/apikey/update", { apiKey: id, apiKeyName: "mine" }],
  ];

  for (const [index, [path, data]] of requests(apiKey).entries()) {
    const other = await owner.post(path, data);
    const unknown = await owner.post(path, requests("pk_test_unknown")[index]?.[1]);

    expect(other.status, path).toBe(404);
    expect(other.body.error.message.replace(apiKey, "")).toBe(unknown.body.error.message.replace("pk_test_unknown", ""));
  }
});

test("the options of a key change individually", async () => {
  const { customer } = await newWorkspace();

  const options = {
    advancedQueriesEnabled: true,
    activityLogImmutable: false,
    linkTemplate: null,
    notifyOfComments: true,
    defaultDocumentAccessType: "organizationPrivate",
    searchEnabled: false,
    searchIndex: { state: "none", percent: 0 },
    retention: { activitiesDays: null, notificationsDays: null, deliveriesDays: null, mailsDays: null },
  };
  expect(await customer.data("/v2/workspace/apikeyconfig/get", {})).toEqual(options);
  await customer.data("/v2/workspace/apikeyconfig/update", { advancedQueriesEnabled: false });

  expect(await customer.data("/v2/workspace/apikeyconfig/get", {})).toEqual({ ...options, advancedQueriesEnabled: false });
});
