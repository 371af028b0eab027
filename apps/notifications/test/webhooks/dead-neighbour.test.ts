import { withConstants } from "@parley/runtime";
import { openBlackHole, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

/** ms for which the sender waits for a dead endpoint. A delivery that waits behind such a request is at least this late. */
const waitMs = 6_000;
const rounds = 30;
let service: WebhooksTestService;

beforeAll(async () => {
  service = await startWebhooks({
    ...withConstants({ webhookConnectTimeoutMs: waitMs }),
    PARLEY_WEBHOOK_TIMEOUT_MS: String(waitMs * 2),
    // The dead endpoint alone could use all of these.
    ...withConstants({ webhookConcurrency: 8, webhookEndpointConcurrency: 8 }),
  });
});

afterAll(() => service?.stop());

/** Sends events to both endpoints repeatedly; returns how long each took to reach the living one, in ms. */
async function tellBoth(deadKey: string, livingKey: string, living: Endpoint): Promise<number[]> {
  const latenciesMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const sentAtMs = performance.now();
    const documentId = `d${round}`;
    await service.send(...Array.from({ length: 5 }, () => commentAdded(deadKey, { documentId })), commentAdded(livingKey, { documentId }));
    await until(() => living.received.length === round + 1);
    latenciesMs.push((living.received.at(-1)?.atMs ?? Number.NaN) - sentAtMs);
  }
  return latenciesMs;
}

async function classesOf(apiKeyId: string): Promise<Set<string>> {
  const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, pageSize: 1_000 });
  return new Set(deliveries.flatMap(({ attempts }) => attempts.map(({ errorClass }) => errorClass)));
}

test("while the connections of an endpoint hang, none of another's deliveries waits for a time-out", async () => {
  await using hole = await openBlackHole();
  await using living = await Endpoint.start();
  service.configure("pk_hanging", { rawNotificationUrl: `http://127.0.0.1:${hole.port}/` });
  service.configure("pk_beside_hanging", { rawNotificationUrl: living.url() });

  const latenciesMs = await tellBoth("pk_hanging", "pk_beside_hanging", living);

  expect(Math.max(...latenciesMs)).toBeLessThan(waitMs / 2);
  // The endpoint was dead all the time: its only errors are time-outs of connecting.
  expect(await until(async () => (await classesOf("pk_hanging")).size > 0 && classesOf("pk_hanging"))).toEqual(
    new Set(["connect_timeout"]),
  );
});

test("while an endpoint refuses connections, none of another's deliveries waits for its pauses", async () => {
  await using living = await Endpoint.start();
  const port = await freedPort();
  service.configure("pk_refusing", { rawNotificationUrl: `http://127.0.0.1:${port}/` });
  service.configure("pk_beside_refusing", { rawNotificationUrl: living.url() });

  const latenciesMs = await tellBoth("pk_refusing", "pk_beside_refusing", living);

  expect(Math.max(...latenciesMs)).toBeLessThan(waitMs / 2);
  expect(await classesOf("pk_refusing")).toEqual(new Set(["connection"]));
});

async function freedPort(): Promise<number> {
  const endpoint = await Endpoint.start();
  const { port } = endpoint;
  await endpoint.stop();
  return port;
}
