import { createServer } from "node:net";
import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient, secret } from "./configure.ts";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

const { DELIVERED, FAILED, HELD } = WebhookDeliveryState;

let service: WebhooksTestService;

beforeAll(async () => {
  service = await startWebhooks({ PARLEY_WEBHOOK_TIMEOUT_MS: "600", ...withConstants({ webhookConnectTimeoutMs: 300 }) });
});

afterAll(() => service?.stop());

async function deliveriesOf(apiKeyId: string, state: WebhookDeliveryState, count: number) {
  const listed = await until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, state });
    return deliveries.length === count && deliveries;
  });
  // Each delivery is requested by its id, because a list shows fewer attempts.
  const whole = ({ webhookId }: (typeof listed)[number]) => service.webhooks.getWebhookDeliveries({ apiKeyId, webhookIds: [webhookId] });
  return (await Promise.all(listed.map(whole))).flatMap(({ deliveries }) => deliveries);
}

test("an endpoint that fails in every way gets the same id and body at each attempt, newly signed, until it accepts them", async () => {
  await using endpoint = await Endpoint.start();
  endpoint.answer = (response, _received, count) => {
    if (count === 1) response.writeHead(500).end("broken");
    else if (count === 2) response.destroy();
    else if (count > 3) response.end("at last");
    // The third request is never answered.
  };
  service.configure("pk_retry", { rawNotificationUrl: endpoint.url() });

  await service.send(commentAdded("pk_retry"));

  const [delivery] = await deliveriesOf("pk_retry", DELIVERED, 1);
  expect(
    delivery?.attempts.map(({ number, status, errorClass, responseExcerpt }) => [number, status, errorClass, responseExcerpt]),
  ).toEqual([
    [1, 500, "http_status", "broken"],
    [2, undefined, "connection", ""],
    [3, undefined, "timeout", ""],
    [4, 200, "", "at last"],
  ]);
  expect(delivery?.attempts[2]?.durationMs).toBeGreaterThanOrEqual(590);
  expect(new Set(endpoint.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([delivery?.webhookId]));
  expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
  for (const { body, headers } of endpoint.received) new Webhook(secret).verify(body, headers);
});

test("after the last attempt of the schedule a delivery has failed, and a retry by the customer sends the same again", async () => {
  await using endpoint = await Endpoint.start();
  endpoint.answer = (response) => void response.writeHead(404).end();
  service.configure("pk_failed", { rawNotificationUrl: endpoint.url() });
  await service.send(commentAdded("pk_failed"));
  const [failed] = await deliveriesOf("pk_failed", FAILED, 1);
  expect(failed?.attemptCount).toBe(5);
  endpoint.answer = (response) => void response.end();

  const { results } = await service.webhooks.retryWebhookDeliveries({
    apiKeyId: "pk_failed",
    webhookIds: [failed?.webhookId ?? "", "evt_unknown"],
  });

  expect(results.map(({ success, code }) => [success, code])).toEqual([
    [true, ""],
    [false, "not_found"],
  ]);
  const [delivered] = await deliveriesOf("pk_failed", DELIVERED, 1);
  expect(delivered).toMatchObject({ webhookId: failed?.webhookId, attemptCount: 6 });
  expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
});

test("Retry-After of 429 and 503 is respected", async () => {
  await using endpoint = await Endpoint.start();
  endpoint.answer = (response, _received, count) => {
    if (count > 2) response.end();
    else response.writeHead(count === 1 ? 429 : 503, { "retry-after": "1" }).end();
  };
  service.configure("pk_asked", { rawNotificationUrl: endpoint.url() });

  await service.send(commentAdded("pk_asked"));

  await deliveriesOf("pk_asked", DELIVERED, 1);
  const [first, second, third] = endpoint.received.map(({ atMs }) => atMs);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(950);
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(950);
});

test("410 stops deliveries: waiting and new ones are held until they are recovered", async () => {
  await using endpoint = await Endpoint.start();
  endpoint.answer = (response) => void response.writeHead(410).end();
  service.configure("pk_gone", { rawNotificationUrl: endpoint.url() });
  await service.send(commentAdded("pk_gone"));
  await deliveriesOf("pk_gone", HELD, 1);
  const asked = endpoint.received.length;
  await service.send(...Array.from({ length: 5 }, () => commentAdded("pk_gone")));
  await deliveriesOf("pk_gone", HELD, 6);
  expect(endpoint.received).toHaveLength(asked);
  endpoint.answer = (response) => void response.end();

  const { recovery } = await service.webhooks.startWebhookRecovery({ apiKeyId: "pk_gone" });

  const done = await until(async () => {
    const answer = await service.webhooks.getWebhookRecovery({ apiKeyId: "pk_gone", recoveryId: recovery?.recoveryId ?? "" });
    return answer.recovery?.isCompleted && answer.recovery;
  });
  expect(done).toMatchObject({ recoveredCount: 6n, skippedCount: 0n });
  await deliveriesOf("pk_gone", DELIVERED, 6);
  expect(
    endpoint
      .bodies()
      .slice(asked)
      .map(({ sequence }) => sequence),
  ).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the mark of a gone endpoint does not apply to another URL", async () => {
  await using old = await Endpoint.start();
  await using moved = await Endpoint.start();
  old.answer = (response) => void response.writeHead(410).end();
  service.configure("pk_moved", { rawNotificationUrl: old.url() });
  await service.send(commentAdded("pk_moved"));
  await deliveriesOf("pk_moved", HELD, 1);
  service.configure("pk_moved", { rawNotificationUrl: moved.url() });

  // A change of the configuration takes effect from the next event on, within 5 s.
  await until(async () => {
    await service.send(commentAdded("pk_moved"));
    return (await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_moved", state: DELIVERED })).deliveries.length > 0;
  });

  expect(moved.received.length).toBeGreaterThan(0);
});

test("no delivery is created while webhooks, the trigger or the URL are off, or the API key is unknown", async () => {
  await using endpoint = await Endpoint.start();
  service.configure("pk_off", { rawNotificationUrl: endpoint.url() }, { useWebhookService: false });
  service.configure("pk_trigger", { rawNotificationUrl: endpoint.url(), triggers: { "comment.add": false, "comment.update": true } });
  service.configure("pk_nowhere", {});
  service.configure("pk_last", { rawNotificationUrl: endpoint.url() });

  await service.send(...["pk_off", "pk_trigger", "pk_nowhere", "pk_unknown", "pk_last"].map((apiKeyId) => commentAdded(apiKeyId)));

  await deliveriesOf("pk_last", DELIVERED, 1);
  await until(async () => (await querySql(service.databaseUrl, "select from trigger_sender.outbox")).length === 0);
  const rows = await querySql<{ key: string }>(
    service.databaseUrl,
    "select api_key_id as key from notifications.webhook_deliveries where api_key_id in ('pk_off', 'pk_trigger', 'pk_nowhere', 'pk_unknown')",
  );
  expect(rows).toEqual([]);
});

test("deliveries that wait when webhooks are switched off are held", async () => {
  await using endpoint = await Endpoint.start();
  endpoint.answer = (response) => void response.writeHead(500).end();
  const url = { rawNotificationUrl: endpoint.url() };
  service.configure("pk_switched", url);
  await using slower = await startWebhooks({ PARLEY_WEBHOOK_RETRY_SECONDS: "1,1,1,1,1,1,1,1" });
  slower.configure("pk_switched", url);
  await slower.send(commentAdded("pk_switched"));
  await until(() => endpoint.received.length > 0);

  slower.configure("pk_switched", url, { useWebhookService: false });

  await until(async () => (await slower.webhooks.getWebhookDeliveries({ apiKeyId: "pk_switched", state: HELD })).deliveries.length === 1);
});

test("64 KiB of a response are read and 16 KiB kept, however long and slow it is", async () => {
  await using endpoint = await Endpoint.start();
  let written = 0;
  endpoint.answer = (response) => {
    const chunk = Buffer.alloc(64 * 1024, "é");
    const more = () => {
      while (!response.destroyed && written < 64 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
    };
    more();
  };
  service.configure("pk_huge", { rawNotificationUrl: endpoint.url() });

  await service.send(commentAdded("pk_huge"));

  const [delivery] = await deliveriesOf("pk_huge", DELIVERED, 1);
  const excerpt = delivery?.attempts[0]?.responseExcerpt ?? "";
  expect(Buffer.byteLength(excerpt)).toBeGreaterThan(16_000);
  expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(16 * 1024);
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test("a connection that is never accepted or is refused is distinguished from a silent one", async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await until(() => free.listening);
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  service.configure("pk_refused", { rawNotificationUrl: `http://127.0.0.1:${port}/` });
  service.configure("pk_nameless", { rawNotificationUrl: "http://does-not-exist.invalid/" });

  await service.send(commentAdded("pk_refused"), commentAdded("pk_nameless"));

  const classOf = async (apiKeyId: string) =>
    until(async () => (await service.webhooks.getWebhookDeliveries({ apiKeyId })).deliveries[0]?.attempts[0]?.errorClass);
  expect(await classOf("pk_refused")).toBe("connection");
  expect(["dns", "timeout"]).toContain(await classOf("pk_nameless"));
});

test("deliveries of a document arrive in its order", { timeout: 90_000 }, async () => {
  await using own = await startWebhooks(patient);
  await using endpoint = await Endpoint.start();
  endpoint.answer = async (response, { body }) => {
    // The first of every five responses is slow. Without an order, later deliveries would overtake it.
    const { sequence } = JSON.parse(body) as { sequence: number };
    setTimeout(() => response.end(), sequence % 5 === 1 ? 20 : 0);
  };
  own.configure("pk_order", { rawNotificationUrl: endpoint.url() });
  const documents = ["one", "two", "three"];

  for (let round = 0; round < 20; round++) {
    await own.send(...documents.flatMap((documentId) => Array.from({ length: 3 }, () => commentAdded("pk_order", { documentId }))));
  }

  await until(() => endpoint.received.length === 180, 60_000);
  for (const documentId of documents) {
    const ofDocument = endpoint.bodies().filter(({ metadata }) => (metadata as { documentId: string }).documentId === documentId);
    expect(ofDocument.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  }
});

test("an event is delivered at once, not when the queue is looked at the next time", async () => {
  await using endpoint = await Endpoint.start();
  service.configure("pk_at_once", { rawNotificationUrl: endpoint.url() });
  const startedMs = performance.now();

  for (let count = 1; count <= 16; count++) {
    await service.send(commentAdded("pk_at_once"));
    await until(() => endpoint.received.length === count);
  }

  // An idle queue is looked at each half a second.
  expect(performance.now() - startedMs).toBeLessThan(4_000);
});
