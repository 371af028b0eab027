import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { patient } from "./configure.ts";
import { deliveredBy } from "./delivered.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

const leaseMs = 3_000;
const { service, endpoint } = useWebhooks({ PARLEY_WEBHOOK_LEASE_MS: String(leaseMs) });

const sql = <Row>(text: string, values: readonly unknown[] = []) => querySql<Row & object>(service.databaseUrl, text, values);

const delivered = (apiKeyId: string, count?: number) => deliveredBy(service, apiKeyId, count);

/** As if another process, alive for `ms`, had taken the endpoints of an API key. */
async function letAnotherHave(apiKeyId: string, ms: number): Promise<void> {
  await sql(
    `insert into notifications.delivery_processes (kind, owner, expires_at_ms, is_leaving) values ('webhook', 'another', notifications.now_ms() + $1, true)
     on conflict (kind, owner) do update set expires_at_ms = excluded.expires_at_ms`,
    [ms],
  );
  await sql(
    `insert into notifications.delivery_groups (api_key_id, kind, target, owner) values ($1, 'webhook', 'raw', 'another')
     on conflict (api_key_id, kind, target) do update set owner = 'another', fence = default`,
    [apiKeyId],
  );
}

/** The first request to a path is answered when the returned gate is open. */
function gateOf(path: string): () => void {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, received) => {
    if (received.path === path && endpoint.bodies(path).length === 1) await gate.promise;
    response.end();
  };
  return gate.resolve;
}

test("deliveries owned by another process are not sent while it lives, and are sent when its lease has expired", async () => {
  service.configure("pk_owned", { rawNotificationUrl: endpoint.url("/owned") });
  service.configure("pk_beside", { rawNotificationUrl: endpoint.url("/beside") });
  const startedAtMs = performance.now();
  await letAnotherHave("pk_owned", 2_000);

  await service.send(commentAdded("pk_owned"), commentAdded("pk_owned"), commentAdded("pk_beside"));
  await until(() => endpoint.bodies("/beside").length === 1);
  await delivered("pk_owned", 2);

  const receivedAtMs = endpoint.received.find(({ path }) => path === "/owned")?.atMs ?? 0;
  expect(receivedAtMs - startedAtMs).toBeGreaterThanOrEqual(1_900);
  expect(endpoint.bodies("/owned").map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test("a process that lost an endpoint while sending writes nothing about it", async () => {
  const open = gateOf("/lost");
  service.configure("pk_lost", { rawNotificationUrl: endpoint.url("/lost") });
  await service.send(commentAdded("pk_lost"));
  await until(() => endpoint.bodies("/lost").length === 1);
  await letAnotherHave("pk_lost", 1_500);

  open();

  const [delivery] = await delivered("pk_lost");
  expect(delivery?.attempts.map(({ number, errorClass }) => [number, errorClass])).toEqual([[1, ""]]);
  expect(endpoint.bodies("/lost")).toHaveLength(2);
  expect(endpoint.bodies("/lost")[0]).toEqual(endpoint.bodies("/lost")[1]);
});

test("a lease is renewed while a slow endpoint responds", async () => {
  const open = gateOf("/slow");
  service.configure("pk_slow", { rawNotificationUrl: endpoint.url("/slow") });
  await service.send(commentAdded("pk_slow"));
  await until(() => endpoint.bodies("/slow").length === 1);
  const startedAtMs = performance.now();
  // By then another process would have taken the endpoint over, if its owner had lost it.
  await using other = await startWebhooks({ PARLEY_WEBHOOK_LEASE_MS: String(leaseMs), PARLEY_DATABASE_URL: service.databaseUrl });
  other.configure("pk_slow", { rawNotificationUrl: endpoint.url("/slow") });
  await until(() => performance.now() - startedAtMs > leaseMs * 1.5, leaseMs * 2);

  open();

  await delivered("pk_slow");
  expect(endpoint.bodies("/slow")).toHaveLength(1);
});

test("a process without free capacity still takes endpoints that nobody owns", async () => {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response) => {
    await gate.promise;
    response.end();
  };
  await using full = await startWebhooks({ ...patient, ...withConstants({ webhookConcurrency: 4 }) });
  const keys = Array.from({ length: 17 }, (_, n) => `pk_full_${n}`);
  for (const key of keys) full.configure(key, { rawNotificationUrl: endpoint.url("/full") });
  const owned = async () => (await querySql(full.databaseUrl, "select from notifications.delivery_groups where kind = 'webhook'")).length;
  // Four requests may hold this many endpoints.
  await full.send(...keys.slice(1).map((key) => commentAdded(key)));
  await until(async () => (await owned()) === 16);
  await until(() => endpoint.bodies("/full").length === 4);

  await full.send(commentAdded("pk_full_0"));

  await until(async () => (await owned()) === 17);
  expect(endpoint.bodies("/full")).toHaveLength(4);
  gate.resolve();
  await until(() => endpoint.bodies("/full").length === 17, 20_000);
});

test("two processes on one schema send each delivery once, and those of a document in order", { timeout: 120_000 }, async () => {
  endpoint.answer = (response) => void response.end();
  await using own = await startWebhooks(patient);
  await using other = await startWebhooks({ ...patient, PARLEY_DATABASE_URL: own.databaseUrl });
  for (const one of [own, other]) one.configure("pk_two", { rawNotificationUrl: endpoint.url("/two") });
  const documents = ["a", "b", "c", "d", "e"];

  for (let round = 0; round < 20; round++)
    await own.send(...documents.flatMap((documentId) => [1, 2, 3, 4].map(() => commentAdded("pk_two", { documentId }))));

  const open = "select from notifications.webhook_deliveries where api_key_id = 'pk_two' and delivered_at_ms is null";
  await until(async () => (await querySql(own.databaseUrl, open)).length === 0 && endpoint.bodies("/two").length >= 400, 60_000);
  const bodies = endpoint.bodies("/two");
  expect(bodies).toHaveLength(400);
  for (const documentId of documents) {
    const ofDocument = bodies.filter(({ metadata }) => (metadata as { documentId: string }).documentId === documentId);
    expect(ofDocument.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
  }
});
