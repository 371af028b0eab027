import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bugOf, failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const dayMs = 24 * 60 * 60 * 1_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const sql = (text: string, values: readonly unknown[]) => querySql(service.process.databaseUrl, text, values);
const stored = (apiKeyId: string) => sql("select secret_id from workspace.webhook_secrets where api_key_id = $1", [apiKeyId]);

test("a key has a secret of its own from the first read on, whoever reads first", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const other = await service.apiKey(workspaceId);

  const [secret, ...same] = await Promise.all([
    ...Array.from({ length: 5 }, async () => (await service.client.getWebhookSecret({ apiKeyId })).secret?.secret),
    ...Array.from({ length: 5 }, async () => (await delivery(apiKeyId))[0]?.secret),
  ]);

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(same)).toEqual(new Set([secret]));
  expect((await service.client.getWebhookSecret({ apiKeyId: other })).secret?.secret).not.toBe(secret);
  expect(await stored(apiKeyId)).toHaveLength(1);
});

test("after a rotation both secrets sign, the new one without an expiry, the old one for 24 hours", async () => {
  const { apiKeyId } = await service.workspace();
  const old = await service.client.getWebhookSecret({ apiKeyId });
  const beforeMs = Date.now();

  const rotated = await service.client.rotateWebhookSecret({ apiKeyId });

  expect(old.previousSignsUntilMs).toBeUndefined();
  expect(rotated.secret?.secret).not.toBe(old.secret?.secret);
  expect(await service.client.getWebhookSecret({ apiKeyId })).toEqual({ ...rotated, $typeName: expect.any(String) });
  const [newest, previous, ...others] = await delivery(apiKeyId);
  expect(newest).toEqual(rotated.secret);
  expect(previous).toMatchObject({ secret: old.secret?.secret, signsUntilMs: rotated.previousSignsUntilMs });
  expect(others).toEqual([]);
  const endsInMs = Number(rotated.previousSignsUntilMs) - beforeMs;
  expect(Math.abs(endsInMs - dayMs)).toBeLessThan(60_000);
});

test("a secret whose 24 hours are over no longer signs, and is deleted by the next rotation", async () => {
  const { apiKeyId } = await service.workspace();
  await service.client.getWebhookSecret({ apiKeyId });
  await service.client.rotateWebhookSecret({ apiKeyId });
  await sql("update workspace.webhook_secrets set signs_until_ms = 1 where api_key_id = $1 and signs_until_ms is not null", [apiKeyId]);

  expect(await delivery(apiKeyId)).toHaveLength(1);
  expect((await service.client.getWebhookSecret({ apiKeyId })).previousSignsUntilMs).toBeUndefined();

  await service.client.rotateWebhookSecret({ apiKeyId });
  expect(await stored(apiKeyId)).toHaveLength(2);
});

test("concurrent rotations run one after the other; no secret expires early, and there are never more than five", async () => {
  const { apiKeyId } = await service.workspace();
  const first = await service.client.getWebhookSecret({ apiKeyId });

  const rotated = await Promise.all(Array.from({ length: 4 }, () => service.client.rotateWebhookSecret({ apiKeyId })));
  const refused = await failureOf(service.client.rotateWebhookSecret({ apiKeyId }));

  expect(refused).toMatchObject({ kind: "resource_exhausted", reason: "too_many_signing_secrets" });
  const signing = (await delivery(apiKeyId)).map(({ secret }) => secret);
  expect(new Set(signing)).toEqual(new Set([first, ...rotated].map(({ secret }) => secret?.secret)));
  expect(signing.at(-1)).toBe(first.secret?.secret);
});

test("a rotation makes the first secret of a key that has none", async () => {
  const { apiKeyId } = await service.workspace();

  const rotated = await service.client.rotateWebhookSecret({ apiKeyId });

  expect(rotated.previousSignsUntilMs).toBeUndefined();
  expect(await delivery(apiKeyId)).toEqual([rotated.secret]);
});

test("secrets are returned only for delivery, and an unknown API key has and gets none", async () => {
  const { apiKeyId } = await service.workspace();
  const unknown = { apiKeyId: "pk_test_unknown" };

  expect((await service.client.getWebhookConfig({ apiKeyId })).signingSecrets).toEqual([]);
  expect(await stored(apiKeyId)).toEqual([]);
  expect((await failureOf(service.client.getWebhookSecret(unknown))).kind).toBe("not_found");
  expect((await failureOf(service.client.rotateWebhookSecret(unknown))).kind).toBe("not_found");
});

test("a secret is sealed in the database and does not open in another's place", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const other = await service.apiKey(workspaceId);
  const { secret } = (await service.client.getWebhookSecret({ apiKeyId })).secret ?? {};
  await service.client.getWebhookSecret({ apiKeyId: other });

  const [row] = await sql("select t::text as text from workspace.webhook_secrets t where api_key_id = $1", [apiKeyId]);
  expect(String(row?.text)).not.toContain(String(secret).slice(6, 20));

  await sql(
    `update workspace.webhook_secrets set sealed_secret = (select sealed_secret from workspace.webhook_secrets where api_key_id = $1)
     where api_key_id = $2`,
    [apiKeyId, other],
  );
  await bugOf(service.client.getWebhookSecret({ apiKeyId: other }));
});

async function delivery(apiKeyId: string) {
  return (await service.client.getWebhookConfig({ apiKeyId, forDelivery: true })).signingSecrets;
}
