import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

async function keysWithDeliveries(databaseUrl: string): Promise<number> {
  const [row] = await querySql<{ count: number }>(
    databaseUrl,
    "select count(distinct api_key_id)::int as count from notifications.webhook_deliveries",
  );
  return row?.count ?? 0;
}

test("while the workspace service does not respond, no transaction of an event is open", async () => {
  await using service = await startWebhooks();
  const answers = Promise.withResolvers<void>();
  service.fakes.workspaceWaits = answers.promise;
  service.configure("pk_waits", { rawNotificationUrl: "http://127.0.0.1:1/" });
  await service.send(commentAdded("pk_waits"));
  await until(() => service.fakes.configsAsked > 0);

  const open = await querySql(
    service.databaseUrl,
    "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query ilike '%inbox%'",
  );
  answers.resolve();

  expect(open).toEqual([]);
  await until(async () => (await keysWithDeliveries(service.databaseUrl)) === 1);
});

test("after a call without a response, events continue without further calls for a while", async () => {
  await using service = await startWebhooks();
  service.fakes.workspaceIsDown = true;
  const keys = Array.from({ length: 50 }, (_, index) => `pk_${index}`);
  const asked = () => service.fakes.configsAsked;

  await service.send(...keys.map((apiKeyId) => commentAdded(apiKeyId)));
  await until(async () => (await keysWithDeliveries(service.databaseUrl)) === keys.length);

  // The first calls run concurrently. After them there is at most one round of calls every 2 s.
  expect(asked()).toBeLessThan(keys.length / 2);
});
