import { openConnection, querySql, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { deliveredBy } from "./delivered.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const leaseMs = 3_000;
const { service, endpoint } = useWebhooks({ PARLEY_WEBHOOK_LEASE_MS: String(leaseMs) });

const sql = <Row>(text: string, values: readonly unknown[] = []) => querySql<Row & object>(service.databaseUrl, text, values);

const delivered = (apiKeyId: string, count?: number) => deliveredBy(service, apiKeyId, count);

/** The first request to a path is answered when the returned gate is open. */
function gateOf(path: string): () => void {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, received) => {
    if (received.path === path && endpoint.bodies(path).length === 1) await gate.promise;
    response.end();
  };
  return gate.resolve;
}

async function held(metric: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${service.opsPort}/metrics`)).text();
  return Number(text.match(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\d+)$`, "m"))?.[1]);
}

test("a delivery that is removed while it waits in the memory of a process is not sent", async () => {
  const open = gateOf("/removed");
  service.configure("pk_removed", { rawNotificationUrl: endpoint.url("/removed") });
  await service.send(commentAdded("pk_removed"), commentAdded("pk_removed"));
  await until(() => endpoint.bodies("/removed").length === 1);
  await until(async () => (await held("parley_webhook_deliveries_held")) === 2);
  await sql(
    `with gone as (delete from notifications.webhook_deliveries where api_key_id = 'pk_removed' and sequence = 2 returning delivery_id),
       carried as (delete from notifications.webhook_payloads p using gone where p.api_key_id = 'pk_removed' and p.delivery_id = gone.delivery_id)
     delete from notifications.webhook_queue q using gone where q.api_key_id = 'pk_removed' and q.delivery_id = gone.delivery_id`,
  );

  // The process checks its deliveries when it renews its lease.
  await until(async () => (await held("parley_webhook_deliveries_held")) === 1);
  open();
  await delivered("pk_removed");
  await service.send(commentAdded("pk_removed"));
  await delivered("pk_removed", 2);

  expect(endpoint.bodies("/removed").map(({ sequence }) => sequence)).toEqual([1, 3]);
});

test("a delivery whose retry is requested during its last attempt is sent again when that has failed", async () => {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path }) => {
    const count = endpoint.bodies(path).length;
    if (count === 5) await gate.promise;
    response.writeHead(count <= 5 ? 400 : 200).end();
  };
  service.configure("pk_last", { rawNotificationUrl: endpoint.url("/last") });
  await service.send(commentAdded("pk_last"));
  await until(() => endpoint.bodies("/last").length === 5, 20_000);
  const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_last" });

  const { results } = await service.webhooks.retryWebhookDeliveries({ apiKeyId: "pk_last", webhookIds: [deliveries[0]?.webhookId ?? ""] });
  gate.resolve();
  await delivered("pk_last");

  expect(results.map(({ success }) => success)).toEqual([true]);
  expect(endpoint.bodies("/last")).toHaveLength(6);
});

test("an outcome that is written twice does not end a delivery that was queued again in between", async () => {
  const apiKeyId = "pk_twice";
  const fence = () => sql<{ fence: number }>("select fence::int from notifications.webhook_queue where api_key_id = $1", [apiKeyId]);
  service.configure(apiKeyId, { rawNotificationUrl: endpoint.url("/twice") });
  // As if another process had taken the endpoint.
  await sql(
    "insert into notifications.delivery_processes (kind, owner, expires_at_ms, is_leaving) values ('webhook', 'another', notifications.now_ms() + 600000, true)",
  );
  await sql("insert into notifications.delivery_groups (api_key_id, kind, target, owner) values ($1, 'webhook', 'raw', 'another')", [
    apiKeyId,
  ]);
  await service.send(commentAdded(apiKeyId));
  await until(async () => (await fence()).length === 1);
  const before = await fence();
  const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId });
  // The effect of writing the outcome the first time.
  await sql("delete from notifications.webhook_queue where api_key_id = $1", [apiKeyId]);

  await service.webhooks.retryWebhookDeliveries({ apiKeyId, webhookIds: [deliveries[0]?.webhookId ?? ""] });

  const after = await fence();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test("a body built from an event that was changed meanwhile is not stored, and is rebuilt before later deliveries of its document are sent", async () => {
  endpoint.answer = (response) => void response.end();
  service.configure("pk_built", { rawNotificationUrl: endpoint.url("/built") });
  const gate = Promise.withResolvers<void>();
  // Deliveries that are created while a user is to be looked up and none can be have no body yet.
  service.fakes.usersAreDown = true;
  const byId = { actorJson: JSON.stringify({ userId: "alice" }) };
  await service.send(commentAdded("pk_built", byId), commentAdded("pk_built", byId));
  const drafts = "select from notifications.webhook_payloads where api_key_id = 'pk_built' and event is not null";
  await until(async () => (await sql(drafts)).length === 2);
  const asked = service.fakes.profilesAsked.length;
  service.fakes.profilesWait = gate.promise;
  service.fakes.usersAreDown = false;
  await until(() => service.fakes.profilesAsked.length > asked);
  await until(async () => (await held("parley_webhook_deliveries_held")) === 2);
  // The effect of an erasure on a waiting event.
  const [before] = await sql<{ event: Buffer }>("select event from notifications.webhook_payloads where api_key_id = 'pk_built'");
  const without = Buffer.from(String(before?.event.toString("latin1")).replaceAll("Bob Brown", "Xxx Xxxxx"), "latin1");
  await sql("update notifications.webhook_payloads set event = $1 where api_key_id = 'pk_built'", [without]);
  await sql(
    "update notifications.webhook_queue set fence = default where delivery_id = (select min(delivery_id) from notifications.webhook_queue where api_key_id = 'pk_built')",
  );

  service.fakes.profilesWait = undefined;
  gate.resolve();

  await delivered("pk_built", 2);
  const [first, ...rest] = endpoint.bodies("/built");
  expect(JSON.stringify(first)).not.toContain("Bob Brown");
  expect([first?.sequence, ...rest.map(({ sequence }) => sequence)]).toEqual([1, 2]);
});

/** Waits until the process has renewed its lease twice, and so has checked its deliveries. */
async function renewed(): Promise<void> {
  const living =
    "select expires_at_ms::text as at from notifications.delivery_processes where kind = 'webhook' and owner <> 'another' and expires_at_ms > notifications.now_ms()";
  for (let times = 0; times < 2; times++) {
    const [before] = await sql<{ at: string }>(living);
    await until(async () => (await sql<{ at: string }>(living))[0]?.at !== before?.at);
  }
}

test("deliveries behind one that a process has lost wait until it is read again, and running ones continue", async () => {
  const open = gateOf("/behind");
  service.configure("pk_behind", { rawNotificationUrl: endpoint.url("/behind") });
  await service.send(...[1, 2, 3, 4].map(() => commentAdded("pk_behind")));
  await until(() => endpoint.bodies("/behind").length === 1);
  await until(async () => (await held("parley_webhook_deliveries_held")) === 4);

  // The effect of an erasure on a waiting delivery.
  await sql(
    `update notifications.webhook_queue q set fence = default from notifications.webhook_deliveries d
     where d.api_key_id = 'pk_behind' and d.sequence = 2 and q.api_key_id = 'pk_behind' and q.delivery_id = d.delivery_id`,
  );
  await renewed();
  await until(async () => (await held("parley_webhook_deliveries_held")) === 4);
  open();
  await delivered("pk_behind", 4);

  expect(endpoint.bodies("/behind").map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
});

test("a delivery whose attempt fails in this process is sent again before the later ones of its document", async () => {
  service.configure("pk_failed", { rawNotificationUrl: endpoint.url("/failed") });
  const open = gateOf("/failed");
  const answer = endpoint.answer;
  endpoint.answer = async (response, received, count) => {
    if (endpoint.bodies("/failed").length === 1) response.statusCode = 410;
    await answer(response, received, count);
  };
  // The endpoint cannot be marked as gone.
  const gone = "notifications.webhook_gone_endpoints";
  await sql(`alter table ${gone} add constraint refused check (url = '') not valid`);
  onTestFinished(() => sql(`alter table ${gone} drop constraint refused`).then(() => undefined));
  await service.send(...[1, 2, 3].map(() => commentAdded("pk_failed")));
  await until(async () => (await held("parley_webhook_deliveries_held")) === 3);

  open();

  await delivered("pk_failed", 3);
  expect(endpoint.bodies("/failed").map(({ sequence }) => sequence)).toEqual([1, 1, 2, 3]);
});

test("a delivery that is being sent stays in hand when its row is gone", async () => {
  const open = gateOf("/begun");
  service.configure("pk_begun", { rawNotificationUrl: endpoint.url("/begun") });
  await service.send(commentAdded("pk_begun"));
  await until(() => endpoint.bodies("/begun").length === 1);
  await sql("delete from notifications.webhook_queue where api_key_id = 'pk_begun'");

  await renewed();

  expect(await held("parley_webhook_deliveries_held")).toBe(1);
  open();
  await until(async () => (await held("parley_webhook_deliveries_held")) === 0);
});

test("a process that cannot read loses its lease, and regains it when it can", async () => {
  endpoint.answer = (response) => void response.end();
  const living = () =>
    sql(
      "select from notifications.delivery_processes where kind = 'webhook' and owner <> 'another' and expires_at_ms > notifications.now_ms()",
    );
  const [before] = await sql<{ ms: number }>("select notifications.now_ms()::float8 as ms");
  await sql("alter table notifications.webhook_gone_endpoints rename to away");
  onTestFinished(() => sql("alter table if exists notifications.away rename to webhook_gone_endpoints").then(() => undefined));

  await until(async () => (await living()).length === 0, leaseMs * 5);
  // The lease was renewed for another half of its time and then no longer, however often reading was retried.
  const [last] = await sql<{ ms: number }>(
    "select max(expires_at_ms)::float8 as ms from notifications.delivery_processes where kind = 'webhook' and owner <> 'another'",
  );
  expect((last?.ms ?? 0) - (before?.ms ?? 0)).toBeLessThan(1.5 * leaseMs + 500);

  await sql("alter table notifications.away rename to webhook_gone_endpoints");
  await until(async () => (await living()).length === 1);
  service.configure("pk_again", { rawNotificationUrl: endpoint.url("/again") });
  await service.send(commentAdded("pk_again"));
  await delivered("pk_again");
}, 60_000);

test("while a process has not checked its ownership for two renewals, no delivery begins", async () => {
  const open = gateOf("/unseen");
  service.configure("pk_unseen", { rawNotificationUrl: endpoint.url("/unseen") });
  await service.send(commentAdded("pk_unseen"), commentAdded("pk_unseen"));
  await until(() => endpoint.bodies("/unseen").length === 1);
  await until(async () => (await held("parley_webhook_deliveries_held")) === 2);
  const locker = await openConnection(service.databaseUrl);
  await locker.query("begin; lock table notifications.delivery_processes in exclusive mode");
  const left = `select (max(expires_at_ms) - notifications.now_ms())::int as ms from notifications.delivery_processes
    where kind = 'webhook' and owner <> 'another'`;
  await until(async () => ((await sql<{ ms: number }>(left))[0]?.ms ?? 0) < leaseMs / 3 - 100);

  open();
  await delivered("pk_unseen");
  const seenAtMs = performance.now();
  await locker.query("commit");
  await delivered("pk_unseen", 2);

  const [, second] = endpoint.received.filter(({ path }) => path === "/unseen");
  expect(second?.atMs).toBeGreaterThan(seenAtMs);
});
