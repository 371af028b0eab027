import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { webhookTriggers } from "@parley/contracts/workspace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

test("an update keeps unset fields and clears empty ones, and a reader sees the secret masked", async () => {
  const { apiKeyId } = await service.workspace();
  const config = {
    authToken: "a-long-webhook-token",
    rawNotificationUrl: "https://a.example/raw",
    processedNotificationUrl: "https://a.example/p",
  };
  await service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { ...config, encodeData: true } });

  await service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { rawNotificationUrl: "" } });

  const answer = await service.client.getWebhookConfig({ apiKeyId });
  expect(answer).toMatchObject({ useWebhookService: false, authToken: "" });
  expect(answer.webhookServiceConfig).toMatchObject({
    maskedAuthToken: "********oken",
    rawNotificationUrl: "",
    processedNotificationUrl: "https://a.example/p",
    encodeData: true,
    encryptData: false,
    triggers: {},
  });
});

test("the delivering service gets the token in plain text and the key in one form, in whatever form it was given", async () => {
  const { apiKeyId, workspaceId } = await service.workspace();
  const publicKey = rsa.publicKey.export({ type: "pkcs1", format: "pem" }).toString();

  await service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { authToken: "token", encryptData: true, publicKey } });

  const answer = await service.client.getWebhookConfig({ apiKeyId, forDelivery: true });
  expect(answer).toMatchObject({ workspaceId, authToken: "token" });
  expect(createPublicKey({ key: Buffer.from(answer.publicKeySpki), format: "der", type: "spki" }).equals(rsa.publicKey)).toBe(true);
  expect(answer.webhookServiceConfig?.publicKey).toBe(publicKey);
  await service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { authToken: "" } });
  expect((await service.client.getWebhookConfig({ apiKeyId, forDelivery: true })).authToken).toBe("");
});

test("the service turned on for the first time has all nine triggers on; turned off and on again it has the previous ones", async () => {
  const { apiKeyId } = await service.workspace();
  const on = async () =>
    Object.entries((await service.client.getWebhookConfig({ apiKeyId })).webhookServiceConfig?.triggers ?? {}).filter(([, state]) => state);

  await service.client.updateWebhookConfig({ apiKeyId, useWebhookService: true });
  expect((await on()).map(([name]) => name).toSorted()).toEqual([...webhookTriggers].toSorted());

  await service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { triggers: { "comment.add": false } } });
  await service.client.updateWebhookConfig({ apiKeyId, useWebhookService: false });
  await service.client.updateWebhookConfig({ apiKeyId, useWebhookService: true });
  expect(await on()).toHaveLength(8);
});

test("an invalid configuration is refused with the documented message and changes nothing", async () => {
  const { apiKeyId } = await service.workspace();
  await service.client.updateWebhookConfig({ apiKeyId, useWebhookService: true });
  const before = await service.client.getWebhookConfig({ apiKeyId });

  const failures = await Promise.all(
    [
      service.client.updateWebhookConfig({ apiKeyId }),
      service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { rawNotificationUrl: "http://example.com" } }),
      service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { processedNotificationUrl: "https://user@example.com" } }),
      service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { triggers: { "comment.added": true } } }),
      service.client.updateWebhookConfig({ apiKeyId, useWebhookService: false, webhookServiceConfig: { encryptData: true } }),
    ].map(failureOf),
  );

  for (const { kind, message } of failures) {
    expect(kind).toBe("invalid_argument");
    expect(message).toMatch(/^The webhook service configuration is invalid\. ./);
  }
  expect(await service.client.getWebhookConfig({ apiKeyId })).toEqual(before);
});

test.each([
  ["http://10.0.0.5/", "rawNotificationUrl must be an https URL."],
  ["https://10.0.0.5/", "rawNotificationUrl must lead to a public address, which 10.0.0.5 is not: webhooks are not sent there."],
  ["https://2130706433/", "rawNotificationUrl must lead to a public address, which 127.0.0.1 is not: webhooks are not sent there."],
  ["https://example.com:25/", "rawNotificationUrl must not lead to port 25: webhooks are not sent there."],
])("%s is refused in a configuration, with the reason", async (rawNotificationUrl, message) => {
  const { apiKeyId } = await service.workspace();

  const failure = await failureOf(service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { rawNotificationUrl } }));

  expect(failure).toMatchObject({
    kind: "invalid_argument",
    violations: [{ field: "webhook_service_config.raw_notification_url", message }],
  });
});

test("a private address in an allowed network may be configured", async () => {
  const closed = await startWorkspaceService({ PARLEY_EGRESS_ALLOW: "10.0.0.0/24", PARLEY_EGRESS_PORTS: "443" });
  const { apiKeyId } = await closed.workspace();
  const configure = (rawNotificationUrl: string) =>
    closed.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { rawNotificationUrl } });

  await configure("https://10.0.0.5/");

  for (const url of ["https://10.0.1.5/", "https://10.0.0.5:8443/"]) {
    expect((await failureOf(configure(url))).kind).toBe("invalid_argument");
  }
  await closed.process.stop();
});

test("concurrent changes are all kept", async () => {
  const { apiKeyId } = await service.workspace();

  await Promise.all(
    webhookTriggers.map((name) => service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { triggers: { [name]: true } } })),
  );

  const { webhookServiceConfig } = await service.client.getWebhookConfig({ apiKeyId });
  expect(Object.values(webhookServiceConfig?.triggers ?? {})).toEqual(webhookTriggers.map(() => true));
});

test("an unknown API key has no webhook configuration and gets none", async () => {
  const apiKeyId = "pk_test_unknown";

  const failures = await Promise.all(
    [
      service.client.getWebhookConfig({ apiKeyId }),
      service.client.updateWebhookConfig({ apiKeyId, useWebhookService: true }),
      service.client.updateWebhookConfig({ apiKeyId, webhookServiceConfig: { authToken: "token" } }),
    ].map(failureOf),
  );

  expect(failures.map(({ kind }) => kind)).toEqual(["not_found", "not_found", "not_found"]);
});
