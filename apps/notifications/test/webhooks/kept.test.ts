import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

let service: WebhooksTestService;

beforeAll(async () => {
  service = await startWebhooks();
});

afterAll(() => service?.stop());

test("a delivery that is sent again and again keeps its hundred newest attempts", async () => {
  await using endpoint = await Endpoint.start();
  const apiKeyId = "pk_again";
  service.configure(apiKeyId, { rawNotificationUrl: endpoint.url() });
  await service.send(commentAdded(apiKeyId));
  const attemptsOf = async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, state: WebhookDeliveryState.DELIVERED });
    return deliveries[0]?.attemptCount;
  };
  await until(async () => (await attemptsOf()) === 1);
  await querySql(
    service.databaseUrl,
    `insert into notifications.webhook_attempts (api_key_id, delivery_id, number, started_at_ms, duration_ms, error_class, error, response_excerpt)
       select d.api_key_id, d.delivery_id, n, 1, 1, '', '', ''
       from notifications.webhook_deliveries d, generate_series(2, 150) n where d.api_key_id = '${apiKeyId}';
     update notifications.webhook_deliveries set attempts = 150 where api_key_id = '${apiKeyId}'`,
  );

  const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId });
  await service.webhooks.retryWebhookDeliveries({ apiKeyId, webhookIds: [deliveries[0]?.webhookId ?? ""] });
  await until(async () => (await attemptsOf()) === 151);

  const numbers =
    "select min(number) as first, max(number) as last, count(*)::int as kept from notifications.webhook_attempts where api_key_id = $1";
  expect(await querySql(service.databaseUrl, numbers, [apiKeyId])).toEqual([{ first: 52, last: 151, kept: 100 }]);
});

test("the hundred newest recoveries of an API key are kept, and the running ones", async () => {
  const apiKeyId = "pk_recovers";
  await querySql(
    service.databaseUrl,
    `insert into notifications.webhook_recoveries (api_key_id, recovery_id, from_ms, to_ms, started_at_ms, completed_at_ms)
       select key, 'r' || n, 0, 0, n, case when n > 1 then 9000000000000 + n end from unnest(array['${apiKeyId}', 'pk_other']) key, generate_series(1, 150) n`,
  );

  await service.webhooks.startWebhookRecovery({ apiKeyId });

  const kept = async (key: string) =>
    querySql<{ id: string }>(
      service.databaseUrl,
      "select recovery_id as id from notifications.webhook_recoveries where api_key_id = $1 and recovery_id like 'r%' and recovery_id not like 'recovery%' order by started_at_ms",
      [key],
    );
  const ids = (await kept(apiKeyId)).map(({ id }) => id);
  expect([ids.length, ids[0], ids[1]]).toEqual([101, "r1", "r51"]);
  expect(await kept("pk_other")).toHaveLength(150);
});
