import { createServer, type Server } from "node:net";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

let service: WebhooksTestService;

beforeAll(async () => {
  service = await startWebhooks({
    ...withConstants({ webhookConcurrency: 16, webhookEndpointConcurrency: 8 }),
    PARLEY_WEBHOOK_TIMEOUT_MS: "60000",
  });
});

afterAll(() => service?.stop());

const many = (apiKeyId: string, count: number) =>
  Array.from({ length: count }, (_, index) => commentAdded(apiKeyId, { documentId: `d${index}` }));

test("endpoints that never respond, respond endlessly or refuse delay neither other keys nor the other endpoint of their key", async () => {
  await using good = await Endpoint.start();
  await using silent = await Endpoint.start();
  await using endless = await Endpoint.start();
  silent.answer = () => undefined;
  endless.answer = (response) => {
    const timer = setInterval(() => response.write("x".repeat(10)), 5);
    response.on("close", () => clearInterval(timer));
  };
  const refusing: Server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await until(() => refusing.listening);
  const { port } = refusing.address() as { port: number };
  service.configure("pk_bad", { rawNotificationUrl: silent.url(), processedNotificationUrl: good.url("/own") });
  service.configure("pk_endless", { rawNotificationUrl: endless.url() });
  service.configure("pk_refusing", { rawNotificationUrl: `http://127.0.0.1:${port}/` });
  service.configure("pk_good", { rawNotificationUrl: good.url("/good") });
  await service.send(...many("pk_bad", 100), ...many("pk_endless", 100), ...many("pk_refusing", 100));
  await until(() => silent.received.length > 0 && endless.received.length > 0);

  await service.send(...many("pk_good", 50));

  await until(() => good.bodies("/good").length === 50 && good.bodies("/own").length === 100, 20_000);
  expect(silent.received.length).toBeLessThanOrEqual(8);
  refusing.close();
});

test("an API key with many deliveries does not delay another's", async () => {
  await using busy = await Endpoint.start();
  await using quiet = await Endpoint.start();
  busy.answer = (response) => void setTimeout(() => response.end(), 20);
  service.configure("pk_busy", { rawNotificationUrl: busy.url() });
  service.configure("pk_quiet", { rawNotificationUrl: quiet.url() });
  await service.send(...many("pk_busy", 400));
  await until(async () => {
    const [row] = await querySql<{ count: number }>(
      service.databaseUrl,
      "select count(*)::int from notifications.webhook_deliveries where api_key_id = 'pk_busy'",
    );
    return row?.count === 400;
  }, 20_000);
  const before = busy.received.length;

  await service.send(commentAdded("pk_quiet"));
  await until(() => quiet.received.length === 1);

  expect(busy.received.length - before).toBeLessThan(400);
  await until(() => busy.received.length === 400, 20_000);
});

test("an endpoint that keeps failing is paused, and probed by one request at a time until it responds", async () => {
  await using own = await startWebhooks({
    ...withConstants({ webhookBreakerFailures: 5, webhookEndpointConcurrency: 1 }),
    PARLEY_WEBHOOK_RETRY_SECONDS: "1,1,1,1,1,1,1,1,1,1",
  });
  await using endpoint = await Endpoint.start();
  endpoint.answer = (response) => void response.writeHead(500).end();
  own.configure("pk_failing", { rawNotificationUrl: endpoint.url() });

  await own.send(...many("pk_failing", 50));

  await until(() => endpoint.received.length === 5);
  endpoint.answer = (response) => void response.end();
  // An absence cannot be waited for; a pause is 4 s at least.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(endpoint.received).toHaveLength(5);
  await until(() => new Set(endpoint.received.map(({ headers }) => headers["webhook-id"])).size === 50, 20_000);
});
