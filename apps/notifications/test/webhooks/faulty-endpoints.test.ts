import { generateKeyPairSync } from "node:crypto";
import { type WebhookDelivery, WebhookDeliveryState } from "@parley/contracts/notifications";
import { endpointFailures, until } from "@parley/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { secret } from "./configure.ts";
import { decrypt, type Encrypted } from "./decrypt.ts";
import { Endpoint, type Received } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

// Hundreds of attempts, most of which fail at first, take seconds, but minutes on a starved machine.
vi.setConfig({ testTimeout: 120_000 });

const timeoutMs = 400;
const events = 60;
const failures = endpointFailures(timeoutMs + 200);
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
let service: WebhooksTestService;

beforeAll(async () => {
  service = await startWebhooks({
    PARLEY_WEBHOOK_TIMEOUT_MS: String(timeoutMs),
    PARLEY_WEBHOOK_RETRY_SECONDS: Array(19).fill("0.05").join(","),
  });
});

afterAll(() => service?.stop());

/** Fails three calls in ten, in each way in turn; returns the ways used and the accepted requests. */
function failingOften(endpoint: Endpoint) {
  const taken = new Set<string>();
  const accepted: Received[] = [];
  let failed = 0;
  endpoint.answer = (response, received, count) => {
    const accept = () => void accepted.push(received);
    const failure = [1, 4, 8].includes(count % 10) ? failures[failed++ % failures.length] : undefined;
    if (failure !== undefined) {
      taken.add(failure.name);
      return failure.answer(response, accept);
    }
    accept();
    response.end();
  };
  return { taken, accepted };
}

async function sendAndWait(apiKeyId: string): Promise<WebhookDelivery[]> {
  await service.send(...Array.from({ length: events }, (_, n) => commentAdded(apiKeyId, { documentId: `d${n % 20}` })));
  return until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({
      apiKeyId,
      state: WebhookDeliveryState.DELIVERED,
      pageSize: 1_000,
    });
    return deliveries.length === events * 2 && deliveries;
  }, 90_000);
}

/** The event of a body. */
function eventOf({ path }: Received, body: string): string {
  const {
    sequence,
    metadata,
    documentId = metadata?.documentId,
  } = JSON.parse(body) as {
    sequence: number;
    documentId?: string;
    metadata?: { documentId: string };
  };
  return `${path} ${documentId} ${sequence}`;
}

/** Asserts that every attempt has one id and one body per event, signed when it was sent. */
function expectFaithful(attempts: readonly Received[], opened: (sent: string) => string, deliveries: readonly WebhookDelivery[]): void {
  const ids = new Map<string, Set<string>>();
  const bodies = new Map<string, Set<string>>();
  for (const attempt of attempts) {
    new Webhook(secret).verify(attempt.body, attempt.headers);
    const body = opened(attempt.body);
    const event = eventOf(attempt, body);
    ids.set(event, (ids.get(event) ?? new Set()).add(attempt.headers["webhook-id"] ?? ""));
    bodies.set(event, (bodies.get(event) ?? new Set()).add(body));
  }
  expect([...ids.values()].map(({ size }) => size)).toEqual(Array(events * 2).fill(1));
  expect([...bodies.values()].map(({ size }) => size)).toEqual(Array(events * 2).fill(1));
  expect(new Set([...ids.values()].flatMap((set) => [...set]))).toEqual(new Set(deliveries.map(({ webhookId }) => webhookId)));
  expect(attempts).toHaveLength(deliveries.reduce((sum, { attemptCount }) => sum + attemptCount, 0));
}

test("an endpoint that fails three calls in ten in every way receives every event, with one id and body, signed at each attempt", async () => {
  await using endpoint = await Endpoint.start();
  const { taken, accepted } = failingOften(endpoint);
  service.configure("pk_faulty", { rawNotificationUrl: endpoint.url("/raw"), processedNotificationUrl: endpoint.url("/processed") });

  const deliveries = await sendAndWait("pk_faulty");

  expect(taken.size).toBe(failures.length);
  expect(new Set(accepted.map((received) => eventOf(received, received.body))).size).toBe(events * 2);
  expectFaithful(endpoint.received, (sent) => sent, deliveries);
});

test("the same holds for encrypted bodies, each attempt with its own key", async () => {
  await using endpoint = await Endpoint.start();
  const { taken, accepted } = failingOften(endpoint);
  service.configure(
    "pk_encrypted",
    { rawNotificationUrl: endpoint.url("/raw"), processedNotificationUrl: endpoint.url("/processed"), encryptData: true },
    { publicKeySpki: new Uint8Array(publicKey.export({ type: "spki", format: "der" })) },
  );

  const deliveries = await sendAndWait("pk_encrypted");

  expect(taken.size).toBe(failures.length);
  expect(new Set(accepted.map((received) => eventOf(received, decrypted(received.body)))).size).toBe(events * 2);
  expectFaithful(endpoint.received, decrypted, deliveries);
  expect(new Set(endpoint.received.map(({ body }) => (JSON.parse(body) as Encrypted).iv)).size).toBe(endpoint.received.length);
});

function decrypted(body: string): string {
  return decrypt(JSON.parse(body) as Encrypted, privateKey);
}
