import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const { service, endpoint } = useWebhooks();

const scheduled = (apiKeyId: string) =>
  querySql(service.databaseUrl, `select from notifications.webhook_queue where api_key_id = '${apiKeyId}' and state = 'scheduled'`);
const arrived = (path: string) => until(() => endpoint.bodies(path)[0]);

test("a body that could not be built with its event asks to notify those who may see the document when it is built", async () => {
  service.configure("pk_later", { processedNotificationUrl: endpoint.url("/later") });
  service.fakes.usersAreDown = true;
  await service.send(commentAdded("pk_later"));
  await until(async () => (await scheduled("pk_later")).length === 1);

  service.fakes.organization("pk_later", "acme").members.delete("bob");
  service.fakes.usersAreDown = false;

  const body = await arrived("/later");
  expect(body).toMatchObject({ toContactsTagged: [], toContactsUpdated: [{ userId: "carol" }, { userId: "dave" }] });
});

test("a body asks to notify nobody while the document is disabled", async () => {
  service.configure("pk_closed", { processedNotificationUrl: endpoint.url("/closed") });
  service.fakes.organization("pk_closed", "acme").disabled.add("welcome");

  await service.send(commentAdded("pk_closed"));

  const body = await arrived("/closed");
  expect(body).toMatchObject({ toContactsTagged: [], toContactsUpdated: [] });
});

test("a body that has waited a minute for the users service is sent, and asks to notify nobody", async () => {
  service.configure("pk_away", { processedNotificationUrl: endpoint.url("/away") });
  service.fakes.usersAreDown = true;
  await service.send(commentAdded("pk_away"));
  await until(async () => (await scheduled("pk_away")).length === 1);

  const earlier = "set created_at_ms = created_at_ms - 61000 where api_key_id = 'pk_away'";
  await querySql(service.databaseUrl, `update notifications.webhook_deliveries ${earlier}; update notifications.webhook_queue ${earlier}`);

  const body = await arrived("/away");
  service.fakes.usersAreDown = false;
  expect(body).toMatchObject({ commentText: expect.stringContaining("Is it done"), toContactsTagged: [], toContactsUpdated: [] });
});
