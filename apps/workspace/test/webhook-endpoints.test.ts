import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bugOf, failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const url = "https://hooks.example/parley";
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const sql = (text: string, values: readonly unknown[]) => querySql(service.process.databaseUrl, text, values);

async function endpoint(apiKeyId: string, fields: Parameters<typeof service.client.createWebhookEndpoint>[0]["endpoint"] = {}) {
  const answer = await service.client.createWebhookEndpoint({ apiKeyId, endpoint: { url, ...fields } });
  return answer.endpoint ?? expect.fail("There is no endpoint.");
}

async function delivery(apiKeyId: string) {
  return (await service.client.getDeliveryEndpoints({ apiKeyId })).endpoints;
}

test("an endpoint is found by its id and by its uid, and a change keeps unset fields", async () => {
  const { apiKeyId } = await service.workspace();
  const { endpointId } = await endpoint(apiKeyId, {
    uid: "crm",
    filterTypes: { values: ["comment.add", "comment.add"] },
    organizationIds: { values: ["acme"] },
    rateLimit: 5,
  });

  await service.client.updateWebhookEndpoint({ apiKeyId, endpointId: "crm", endpoint: { organizationIds: {}, disabled: true } });

  const { endpoints } = await service.client.listWebhookEndpoints({ apiKeyId, endpointIds: [endpointId] });
  expect(endpoints).toMatchObject([
    { endpointId, uid: "crm", url, filterTypes: ["comment.add"], organizationIds: [], rateLimit: 5, disabled: true, metadataJson: "{}" },
  ]);
  expect((await service.client.listWebhookEndpoints({ apiKeyId, endpointIds: ["crm", "unknown"] })).endpoints).toEqual(endpoints);
});

test("header values are never returned, are kept until they are changed, and reach the delivering service", async () => {
  const { apiKeyId } = await service.workspace();
  const { endpointId, headerNames } = await endpoint(apiKeyId, { headers: { Authorization: "Bearer the-value", "x-a": "1" } });

  expect(headerNames).toEqual(["authorization", "x-a"]);
  const changed = await service.client.updateWebhookEndpoint({ apiKeyId, endpointId, endpoint: { headers: { "X-A": "", "x-b": "2" } } });

  expect(changed.endpoint?.headerNames).toEqual(["authorization", "x-b"]);
  expect((await delivery(apiKeyId)).map(({ headers }) => headers)).toEqual([{ authorization: "Bearer the-value", "x-b": "2" }]);
  const stored = await sql("select e::text from workspace.webhook_endpoints e where api_key_id = $1", [apiKeyId]);
  expect(JSON.stringify([stored, changed.endpoint?.headerNames])).not.toContain("the-value");
  await service.client.updateWebhookEndpoint({ apiKeyId, endpointId, endpoint: { clearHeaders: true } });
  expect((await delivery(apiKeyId)).map(({ headers }) => headers)).toEqual([{}]);
});

test("a text sealed for one endpoint opens for no other", async () => {
  const { apiKeyId } = await service.workspace();
  const first = await endpoint(apiKeyId);
  const second = await endpoint(apiKeyId);
  await sql(
    "update workspace.webhook_endpoints set sealed = (select sealed from workspace.webhook_endpoints where endpoint_id = $1) where endpoint_id = $2",
    [first.endpointId, second.endpointId],
  );

  expect(await bugOf(service.client.getWebhookEndpointSecret({ apiKeyId, endpointId: second.endpointId }))).not.toContain("whsec_");
});

test("each endpoint has its own secret; after a rotation both of its secrets sign, and other endpoints' stay", async () => {
  const { apiKeyId } = await service.workspace();
  const first = await endpoint(apiKeyId);
  const second = await endpoint(apiKeyId, { uid: "second" });
  const secretOf = async (endpointId: string) => (await service.client.getWebhookEndpointSecret({ apiKeyId, endpointId })).secret?.secret;
  const old = await secretOf(first.endpointId);
  const other = await secretOf("second");
  const ofKey = await secretOf("raw");

  const rotated = await service.client.rotateWebhookEndpointSecret({ apiKeyId, endpointId: first.endpointId });

  expect(new Set([old, other, ofKey, rotated.secret?.secret]).size).toBe(4);
  expect(await secretOf(first.endpointId)).toBe(rotated.secret?.secret);
  expect(await secretOf(second.endpointId)).toBe(other);
  expect(ofKey).toBe((await service.client.getWebhookSecret({ apiKeyId })).secret?.secret);
  const signing = (await delivery(apiKeyId)).find((one) => one.endpoint?.endpointId === first.endpointId)?.signingSecrets;
  expect(signing?.map(({ secret }) => secret)).toEqual([rotated.secret?.secret, old]);
  expect(signing?.[1]?.signsUntilMs).toBe(rotated.previousSignsUntilMs);
});

test("at most five secrets of an endpoint sign", async () => {
  const { apiKeyId } = await service.workspace();
  const { endpointId } = await endpoint(apiKeyId);
  for (let made = 1; made < 5; made++) await service.client.rotateWebhookEndpointSecret({ apiKeyId, endpointId });

  const failure = await failureOf(service.client.rotateWebhookEndpointSecret({ apiKeyId, endpointId }));

  expect([failure.kind, failure.reason]).toEqual(["resource_exhausted", "too_many_signing_secrets"]);
});

test("an API key has at most 50 endpoints, even when they are created at the same time", async () => {
  const { apiKeyId } = await service.workspace();
  await Promise.all(Array.from({ length: 48 }, () => endpoint(apiKeyId)));

  const results = await Promise.allSettled(Array.from({ length: 6 }, () => endpoint(apiKeyId)));

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const failure = await failureOf(endpoint(apiKeyId));
  expect([failure.kind, failure.reason]).toEqual(["resource_exhausted", "too_many_endpoints"]);
});

test("a uid belongs to one endpoint of its API key", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const other = await service.apiKey(workspaceId);
  await endpoint(apiKeyId, { uid: "mine" });
  const { endpointId } = await endpoint(apiKeyId);

  const failures = await Promise.all([
    failureOf(endpoint(apiKeyId, { uid: "mine" })),
    failureOf(service.client.updateWebhookEndpoint({ apiKeyId, endpointId, endpoint: { uid: "mine" } })),
  ]);

  expect(failures.map(({ kind }) => kind)).toEqual(["already_exists", "already_exists"]);
  expect((await endpoint(other, { uid: "mine" })).uid).toBe("mine");
});

test("an endpoint of another API key does not exist, and stays unchanged", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const other = await service.apiKey(workspaceId);
  const { endpointId } = await endpoint(other, { uid: "theirs" });
  const before = await sql("select * from workspace.webhook_endpoints where api_key_id = $1", [other]);

  const failures = await Promise.all(
    [endpointId, "theirs"].flatMap((named) => [
      failureOf(service.client.updateWebhookEndpoint({ apiKeyId, endpointId: named, endpoint: { disabled: true } })),
      failureOf(service.client.deleteWebhookEndpoint({ apiKeyId, endpointId: named })),
      failureOf(service.client.getWebhookEndpointSecret({ apiKeyId, endpointId: named })),
      failureOf(service.client.rotateWebhookEndpointSecret({ apiKeyId, endpointId: named })),
    ]),
  );

  expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(["not_found"]));
  expect((await service.client.listWebhookEndpoints({ apiKeyId, endpointIds: [endpointId, "theirs"] })).endpoints).toEqual([]);
  expect(await sql("select * from workspace.webhook_endpoints where api_key_id = $1", [other])).toEqual(before);
});

test("of two concurrent changes none is lost", async () => {
  const { apiKeyId } = await service.workspace();
  const { endpointId } = await endpoint(apiKeyId);

  await Promise.all([
    service.client.updateWebhookEndpoint({ apiKeyId, endpointId, endpoint: { description: "changed" } }),
    service.client.updateWebhookEndpoint({ apiKeyId, endpointId, endpoint: { headers: { "x-a": "1" } } }),
    service.client.rotateWebhookEndpointSecret({ apiKeyId, endpointId }),
  ]);

  const [sent] = await delivery(apiKeyId);
  expect(sent).toMatchObject({ endpoint: { description: "changed" }, headers: { "x-a": "1" } });
  expect(sent?.signingSecrets).toHaveLength(2);
});

test("an endpoint with an unusable or forbidden setting is refused, with the field", async () => {
  const { apiKeyId } = await service.workspace();
  const fieldsOf = async (fields: Parameters<typeof endpoint>[1]) =>
    (await failureOf(endpoint(apiKeyId, fields))).violations.map(({ field }) => field);

  expect(await fieldsOf({ url: "" })).toEqual(["endpoint.url"]);
  expect(await fieldsOf({ url: "https://10.0.0.1/hook" })).toEqual(["endpoint.url"]);
  expect(await fieldsOf({ url: "http://hooks.example/" })).toEqual(["endpoint.url"]);
  expect(await fieldsOf({ uid: "raw" })).toEqual(["endpoint.uid"]);
  expect(await fieldsOf({ filterTypes: { values: ["comment.ad"] } })).toEqual(["endpoint.filter_types"]);
  expect(await fieldsOf({ channels: { values: ["a b"] } })).toEqual(["endpoint.channels"]);
  expect(await fieldsOf({ documentIds: { values: Array.from({ length: 100 }, (_, n) => `${n}${"é".repeat(100)}`) } })).toEqual([
    "endpoint.document_ids",
  ]);
  expect(await fieldsOf({ headers: { "webhook-signature": "v1,x" } })).toEqual(["endpoint.headers"]);
  expect(await fieldsOf({ headers: { "x-a": "a\r\nb" } })).toEqual(["endpoint.headers"]);
  expect(await fieldsOf({ headers: { "x-a": "********" } })).toEqual(["endpoint.headers"]);
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, "1"]));
  expect(await fieldsOf({ headers: eleven })).toEqual(["endpoint.headers"]);
});

test("the two endpoints of the webhook configuration can be changed only there", async () => {
  const { apiKeyId } = await service.workspace();

  const failures = await Promise.all([
    failureOf(service.client.updateWebhookEndpoint({ apiKeyId, endpointId: "raw", endpoint: { disabled: true } })),
    failureOf(service.client.deleteWebhookEndpoint({ apiKeyId, endpointId: "processed" })),
  ]);

  expect(failures.map(({ reason }) => reason)).toEqual(["configured_endpoint", "configured_endpoint"]);
});

test("the event-writing service learns which events endpoints receive; disabled and deleted ones receive none", async () => {
  const { apiKeyId } = await service.workspace();
  const events = async () => (await service.client.getWebhookConfig({ apiKeyId })).endpointEvents;

  expect(await events()).toEqual([]);
  const named = await endpoint(apiKeyId, { filterTypes: { values: ["endpoint.gone", "comment.add"] } });
  expect(await events()).toEqual(["comment.add", "endpoint.gone"]);
  const all = await endpoint(apiKeyId);
  expect(await events()).toHaveLength(10);
  await service.client.updateWebhookEndpoint({ apiKeyId, endpointId: all.endpointId, endpoint: { disabled: true } });
  expect(await events()).toEqual(["comment.add", "endpoint.gone"]);
  expect(await delivery(apiKeyId)).toMatchObject([{ endpoint: { endpointId: named.endpointId } }]);
  await service.client.deleteWebhookEndpoint({ apiKeyId, endpointId: named.endpointId });
  expect(await events()).toEqual([]);
});

test("the endpoints of an API key are deleted with it", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  await endpoint(apiKeyId);

  await service.client.deleteApiKey({ workspaceId, apiKeyId });

  expect(await sql("select 1 from workspace.webhook_endpoints where api_key_id = $1", [apiKeyId])).toEqual([]);
});

test("pages list every endpoint once, oldest first", async () => {
  const { apiKeyId } = await service.workspace();
  for (let made = 0; made < 5; made++) await endpoint(apiKeyId, { description: String(made) });

  const first = await service.client.listWebhookEndpoints({ apiKeyId, pageSize: 3 });
  const second = await service.client.listWebhookEndpoints({ apiKeyId, pageSize: 3, pageToken: first.nextPageToken });

  expect([...first.endpoints, ...second.endpoints].map(({ description }) => description)).toEqual(["0", "1", "2", "3", "4"]);
  expect(second.nextPageToken).toBe("");
});
