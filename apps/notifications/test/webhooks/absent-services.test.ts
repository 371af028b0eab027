import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

test("while the workspace service is down the last known configuration is used; without one the first attempt decides", async () => {
  await using own = await startWebhooks({ PARLEY_WEBHOOK_CONFIG_OUTAGE_MS: "60000" });
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
