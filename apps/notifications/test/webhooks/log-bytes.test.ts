import { toBinary } from "@bufbuild/protobuf";
import { type GetWebhookDeliveriesResponse, GetWebhookDeliveriesResponseSchema } from "@parley/contracts/notifications";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

let service: WebhooksTestService;
const apiKeyId = "pk_large";
const count = 1_000;

// Ids of the greatest length, and endpoints with the longest kept responses, twenty times.
beforeAll(async () => {
  service = await startWebhooks();
  await querySql(
    service.databaseUrl,
    `insert into notifications.webhook_deliveries (api_key_id, created_at_ms, webhook_id, target, trigger, organization_id, document_id,
         annotation_id, sequence, subjects, problem, attempts)
       select '${apiKeyId}', extract(epoch from now()) * 1000 - n, 'evt_' || n, 'raw', 'comment.add', repeat('👍', 256), repeat('👍', 256), repeat('👍', 256), n,
         array['user:u'], 'failed', 20
       from generate_series(1, ${count}) n;
     insert into notifications.webhook_attempts (api_key_id, delivery_id, number, started_at_ms, duration_ms, status, error_class, error, response_excerpt)
       select api_key_id, delivery_id, attempt, 1, 1, 500, 'http_status', 'The endpoint answered 500.', repeat('é', 8192)
       from notifications.webhook_deliveries, generate_series(1, 20) attempt where sequence <= 20;`,
  );
});

afterAll(() => service?.stop());

function bytesOf(page: GetWebhookDeliveriesResponse): number {
  return toBinary(GetWebhookDeliveriesResponseSchema, page).byteLength;
}

test("a page of the largest deliveries ends at 256 KiB, and the pages hold each delivery once", async () => {
  const seen: string[] = [];
  let pageToken = "";
  do {
    const page = await service.webhooks.getWebhookDeliveries({ apiKeyId, pageSize: 1_000, pageToken });
    expect(bytesOf(page)).toBeLessThan(0.32 * 1024 * 1024);
    seen.push(...page.deliveries.map(({ webhookId }) => webhookId));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");

  expect(seen).toEqual(Array.from({ length: count }, (_, index) => `evt_${index + 1}`));
});

test("pages of deliveries requested by id end at 256 KiB too, and continue after the token", async () => {
  const webhookIds = Array.from({ length: count }, (_, index) => `evt_${index + 1}`);
  const first = await service.webhooks.getWebhookDeliveries({ apiKeyId, webhookIds });
  expect(bytesOf(first)).toBeLessThan(0.32 * 1024 * 1024);
  expect(first.nextPageToken).not.toBe("");

  const second = await service.webhooks.getWebhookDeliveries({ apiKeyId, webhookIds, pageToken: first.nextPageToken });

  expect(second.deliveries[0]?.webhookId).toBe(`evt_${first.deliveries.length + 1}`);
});

test("lists show three attempts and 500 bytes of each response, a single delivery all twenty in full", async () => {
  const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, pageSize: 1 });
  const alone = await service.webhooks.getWebhookDeliveries({ apiKeyId, webhookIds: ["evt_1"] });

  const [listed] = deliveries;
  expect(listed?.attempts.map(({ number }) => number)).toEqual([18, 19, 20]);
  expect(listed?.attempts.map(({ responseExcerpt }) => responseExcerpt)).toEqual(Array(3).fill("é".repeat(250)));
  expect(alone.deliveries[0]?.attempts).toHaveLength(20);
  expect(alone.deliveries[0]?.attempts[0]?.responseExcerpt).toBe("é".repeat(8_192));
});

test("pages with bodies end at 256 KiB as well, and miss none", async () => {
  await querySql(
    service.databaseUrl,
    `insert into notifications.webhook_payloads (api_key_id, delivery_id, body)
       select api_key_id, delivery_id, json_build_object('text', repeat('x', 300000)) from notifications.webhook_deliveries where sequence > 960`,
  );
  const bodies: (string | undefined)[] = [];
  let pageToken = "";
  do {
    const page = await service.webhooks.getWebhookDeliveries({ apiKeyId, pageSize: 1_000, pageToken, includeBodies: true });
    expect(bytesOf(page)).toBeLessThan(0.32 * 1024 * 1024);
    bodies.push(...page.deliveries.map(({ bodyJson }) => bodyJson));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");

  expect(bodies.filter((body) => body === undefined)).toHaveLength(960);
  expect(bodies.filter((body) => body !== undefined && body.length > 300_000)).toHaveLength(40);
});
