import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { configureEndpoints, furtherEndpoint } from "./further-endpoint.ts";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

test("while the workspace service is down the last known configuration is used; without one the first attempt decides", async () => {
  await using own = await startWebhooks({ ...withConstants({ webhookConfigOutageMs: 60_000 }) });
  await using endpoint = await Endpoint.start();
  own.configure("pk_known", { rawNotificationUrl: endpoint.url("/known") });
  own.configure("pk_off", { rawNotificationUrl: endpoint.url("/off") }, { useWebhookService: false });
  own.configure("pk_late", { rawNotificationUrl: endpoint.url("/late") });
  await own.send(commentAdded("pk_known"));
  await until(() => endpoint.bodies("/known").length === 1);

  own.fakes.workspaceIsDown = true;
  await own.send(commentAdded("pk_known"), commentAdded("pk_off"), commentAdded("pk_late"));
  await until(() => endpoint.bodies("/known").length === 2);
  const waiting = (await own.webhooks.getWebhookDeliveries({ apiKeyId: "pk_off", state: WebhookDeliveryState.PENDING })).deliveries;
  own.fakes.workspaceIsDown = false;

  await until(() => endpoint.bodies("/late").length === 1);
  await until(async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue")).length === 0);
  const { deliveries } = await own.webhooks.getWebhookDeliveries({ apiKeyId: "pk_off" });
  expect([waiting.length, deliveries.length, endpoint.bodies("/off").length]).toEqual([2, 0, 0]);
});

test("a delivery to an endpoint that the last known configuration lacks waits for the workspace service, and is not held", async () => {
  await using own = await startWebhooks({ ...withConstants({ webhookConfigOutageMs: 60_000 }) });
  await using receiver = await Endpoint.start();
  const [older, added] = ["older", "added"].map((name) => furtherEndpoint({ endpointId: `ep_${name}`, url: receiver.url(`/${name}`) }));
  if (older === undefined || added === undefined) throw new Error("There are two endpoints.");
  const due = (atMs: number) =>
    querySql(
      own.databaseUrl,
      `update notifications.webhook_queue set due_at_ms = ${atMs} where target = 'ep_added' and state = 'scheduled' returning 1`,
    );
  receiver.answer = (response) => void response.writeHead(500).end();
  configureEndpoints(own.fakes, "pk_added", added);
  await own.send(commentAdded("pk_added"));
  await until(async () => (await due(9_000_000_000_000_000)).length === 1);
  receiver.answer = (response) => void response.end();
  // A process that was suspended while the endpoint was added knows a configuration without it.
  configureEndpoints(own.fakes, "pk_added", older);
  await own.webhooks.sendTestWebhook({ apiKeyId: "pk_added", trigger: "comment.add", endpointId: "ep_older" });
  await own.send(commentAdded("pk_added"));
  await until(() => receiver.bodies("/older").length === 2);

  own.fakes.workspaceIsDown = true;
  const downSinceMs = performance.now();
  // Until then a configuration is used without being loaded again.
  await until(() => performance.now() - downSinceMs > 2_000);
  await own.send(commentAdded("pk_added"));
  await due(0);
  await until(() => receiver.bodies("/older").length === 3);
  configureEndpoints(own.fakes, "pk_added", older, added);
  own.fakes.workspaceIsDown = false;

  await until(() => receiver.bodies("/added").length === 3);
  await until(async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue")).length === 0);
  expect((await own.webhooks.getWebhookDeliveries({ apiKeyId: "pk_added", state: WebhookDeliveryState.HELD })).deliveries).toEqual([]);
});

test("an event that arrives while the last known configuration is older than an endpoint reaches that endpoint, and no other twice", async () => {
  await using own = await startWebhooks({ ...withConstants({ webhookConfigOutageMs: 60_000 }) });
  await using receiver = await Endpoint.start();
  const [older, added] = ["older", "added"].map((name) => furtherEndpoint({ endpointId: `ep_${name}`, url: receiver.url(`/${name}`) }));
  if (older === undefined || added === undefined) throw new Error("There are two endpoints.");
  configureEndpoints(own.fakes, "pk_new", older);
  await own.send(commentAdded("pk_new"));
  await until(() => receiver.bodies("/older").length === 1);
  configureEndpoints(own.fakes, "pk_new", older, added);
  own.fakes.workspaceIsDown = true;
  const downSinceMs = performance.now();
  // Until then a configuration is used without being loaded again.
  await until(() => performance.now() - downSinceMs > 2_000);

  await own.send(commentAdded("pk_new"));
  await until(() => receiver.bodies("/older").length === 2);
  own.fakes.workspaceIsDown = false;

  await until(() => receiver.bodies("/added").length === 1);
  await until(async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue")).length === 0);
  expect(receiver.bodies("/added").map(({ sequence }) => sequence)).toEqual([2]);
  expect(receiver.bodies("/older").map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect((await own.webhooks.getWebhookDeliveries({ apiKeyId: "pk_new" })).deliveries).toHaveLength(3);
});

test("a directory that is down delays an event and does not lose it", async () => {
  await using own = await startWebhooks();
  await using endpoint = await Endpoint.start();
  own.configure("pk_names", { rawNotificationUrl: endpoint.url() });
  own.fakes.directoryIsDown = true;

  await own.send(commentAdded("pk_names"));
  await until(
    async () => (await querySql(own.databaseUrl, "select from notifications.webhook_queue where state = 'scheduled'")).length === 1,
  );
  own.fakes.directoryIsDown = false;

  await until(() => endpoint.received.length === 1);
  expect(endpoint.bodies()[0]).toMatchObject({ metadata: { documentName: "Name of welcome" } });
});
