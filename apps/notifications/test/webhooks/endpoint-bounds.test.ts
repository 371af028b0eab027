import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

async function start(environment: Readonly<Record<string, string>>): Promise<WebhooksTestService> {
  const service = await startWebhooks(environment);
  onTestFinished(() => service.stop());
  return service;
}

/** Endpoints, each of its own API key: `pk_0`, `pk_1`, … */
async function startEndpoints(service: WebhooksTestService, count: number): Promise<Endpoint[]> {
  const endpoints = await Promise.all(Array.from({ length: count }, () => Endpoint.start()));
  for (const [index, endpoint] of endpoints.entries()) {
    onTestFinished(() => endpoint.stop());
    service.configure(`pk_${index}`, { rawNotificationUrl: endpoint.url() });
  }
  return endpoints;
}

async function tell(service: WebhooksTestService, endpoint: Endpoint, apiKeyId: string): Promise<void> {
  const before = endpoint.received.length;
  await service.send(commentAdded(apiKeyId));
  await until(() => endpoint.received.length === before + 1);
}

test("connections are kept to a bounded number of endpoints: those of the least recently used one are closed, and reopened when needed", async () => {
  const service = await start({ ...withConstants({ webhookEndpointPools: 2 }) });
  const [first, second, third] = (await startEndpoints(service, 3)) as [Endpoint, Endpoint, Endpoint];

  await tell(service, first, "pk_0");
  await tell(service, second, "pk_1");
  await tell(service, first, "pk_0");
  await tell(service, third, "pk_2");

  // The connection to the second endpoint was closed, and those to the others were not.
  await until(() => second.open === 0);
  expect([first.open, third.open]).toEqual([1, 1]);
  await tell(service, first, "pk_0");
  await tell(service, second, "pk_1");
  expect([first, second, third].map(({ connections }) => connections)).toEqual([1, 2, 1]);
});

test("a request to an endpoint whose connections are being evicted arrives once", async () => {
  const service = await start({ ...withConstants({ webhookEndpointPools: 1 }) });
  const [slow, other] = (await startEndpoints(service, 2)) as [Endpoint, Endpoint];
  const gate = Promise.withResolvers<void>();
  slow.answer = (response) => void gate.promise.then(() => response.end());
  await tell(service, slow, "pk_0");

  await tell(service, other, "pk_1");
  gate.resolve();

  const [delivery] = await until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_0", state: WebhookDeliveryState.DELIVERED });
    return deliveries.length === 1 && deliveries;
  });
  expect(delivery?.attempts.map(({ number, status }) => [number, status])).toEqual([[1, 200]]);
  expect(slow.received).toHaveLength(1);
});

test("an endpoint's rate is kept however many deliveries wait, and another endpoint is not delayed", async () => {
  const perSecond = 40;
  const service = await start({ PARLEY_WEBHOOK_ENDPOINT_RATE: String(perSecond) });
  const [flooded, other] = (await startEndpoints(service, 2)) as [Endpoint, Endpoint];
  const count = 2 * perSecond;
  const startedAtMs = performance.now();

  await service.send(...Array.from({ length: count }, (_, index) => commentAdded("pk_0", { documentId: `d${index}` })));
  await until(() => flooded.received.length > 0);
  await tell(service, other, "pk_1");
  const floodedBefore = flooded.received.length;
  await until(() => flooded.received.length === count);

  expect(floodedBefore).toBeLessThan(count);
  // The rate limit lets a tenth of a second's deliveries through at once.
  const tookMs = (flooded.received.at(-1)?.atMs ?? 0) - startedAtMs;
  expect(tookMs).toBeGreaterThanOrEqual(((count - perSecond / 10) / perSecond) * 1_000);
});
