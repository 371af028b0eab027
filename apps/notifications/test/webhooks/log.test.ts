import type { MessageInitShape } from "@bufbuild/protobuf";
import { type GetWebhookDeliveriesRequestSchema, WebhookDeliveryState, WebhookTarget } from "@parley/contracts/notifications";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

type Request = Extract<MessageInitShape<typeof GetWebhookDeliveriesRequestSchema>, { $typeName?: never }>;

let service: WebhooksTestService;
let endpoint: Endpoint;
const apiKeyId = "pk_log";

beforeAll(async () => {
  service = await startWebhooks({ PARLEY_WEBHOOK_RETRY_SECONDS: "0.05", ...withConstants({ webhookBreakerFailures: 1_000 }) });
  endpoint = await Endpoint.start();
  endpoint.answer = (response, { body }) => void response.writeHead(body.includes('"comment.delete"') ? 500 : 200).end();
  service.configure(apiKeyId, { rawNotificationUrl: endpoint.url(), processedNotificationUrl: endpoint.url() });
  await service.send(
    ...["one", "two"].flatMap((documentId) =>
      ["comment.add", "comment.delete", "comment.update"].map((trigger) => commentAdded(apiKeyId, { documentId, trigger })),
    ),
  );
  await until(
    async () =>
      (await idsOf({})).length === 12 && (await querySql(service.databaseUrl, "select from notifications.webhook_queue")).length === 0,
  );
});

afterAll(async () => {
  await service?.stop();
  await endpoint?.stop();
});

/** All pages of a list: a label of each delivery, newest first. */
async function idsOf(filter: Request, pageSize = 100): Promise<string[]> {
  const seen: string[] = [];
  let pageToken = "";
  do {
    const page = await service.webhooks.getWebhookDeliveries({ apiKeyId, ...filter, pageSize, pageToken });
    seen.push(...page.deliveries.map(({ documentId, trigger, target }) => `${documentId} ${trigger} ${WebhookTarget[target]}`));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return seen;
}

test("the page with the last failed delivery is the last one, even if others are older", async () => {
  const { deliveries, nextPageToken } = await service.webhooks.getWebhookDeliveries({ apiKeyId, state: WebhookDeliveryState.FAILED });

  expect(deliveries).toHaveLength(4);
  expect(nextPageToken).toBe("");
});

test("a listing is filtered by state, trigger, document, target and time, and the same in pages of any size", async () => {
  const { DELIVERED, FAILED, PENDING, HELD } = WebhookDeliveryState;
  const all = await idsOf({});

  expect(all).toHaveLength(12);
  expect(await idsOf({}, 1)).toEqual(all);
  expect(await idsOf({}, 5)).toEqual(all);
  const failed = all.filter((id) => id.includes("comment.delete"));
  expect(await idsOf({ state: FAILED })).toEqual(failed);
  expect(await idsOf({ state: FAILED }, 3)).toEqual(failed);
  expect(await idsOf({ state: DELIVERED })).toEqual(all.filter((id) => !failed.includes(id)));
  expect(await idsOf({ state: PENDING })).toEqual([]);
  expect(await idsOf({ state: HELD })).toEqual([]);
  expect(await idsOf({ trigger: "comment.update" })).toEqual(all.filter((id) => id.includes("comment.update")));
  const ofOne = all.filter((id) => id.startsWith("one"));
  expect(await idsOf({ organizationId: "acme", documentId: "one" })).toEqual(ofOne);
  expect(await idsOf({ organizationId: "acme", documentId: "one", state: FAILED })).toEqual(ofOne.filter((id) => failed.includes(id)));
  expect(await idsOf({ organizationId: "other", documentId: "one" })).toEqual([]);
  expect(await idsOf({ target: WebhookTarget.RAW })).toEqual(all.filter((id) => id.endsWith("RAW")));
  const now = BigInt(Date.now() + 60_000);
  expect(await idsOf({ fromMs: now })).toEqual([]);
  expect(await idsOf({ toMs: now })).toEqual(all);
  expect(await idsOf({ toMs: 1n })).toEqual([]);
});

test("bodies are returned on request, as sent", async () => {
  const sent = new Map(endpoint.received.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body)]));
  const read = async (includeBodies: boolean) => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, includeBodies, pageSize: 4 });
    return deliveries.map(({ webhookId, bodyJson }) => [webhookId, bodyJson === undefined ? undefined : JSON.parse(bodyJson)]);
  };
  const withBodies = await read(true);

  expect(withBodies).toHaveLength(4);
  for (const [webhookId, body] of withBodies) expect(body).toEqual(sent.get(webhookId));
  expect((await read(false)).map(([, body]) => body)).toEqual([undefined, undefined, undefined, undefined]);
});

test("the requests of a delivery are shown in their order: the first one, and those that the customer asked for", async () => {
  service.configure("pk_requests", { rawNotificationUrl: endpoint.url("/requests") });
  const usual = endpoint.answer;
  let requests = 0;
  endpoint.answer = (response) => void response.end(`thanks ${++requests}`);
  await service.send(commentAdded("pk_requests"));
  const shown = async (count: number) =>
    until(async () => {
      const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_requests" });
      return deliveries[0]?.attempts.length === count && deliveries[0];
    });
  const { attempts: atFirst, webhookId } = await shown(1);

  await service.webhooks.retryWebhookDeliveries({ apiKeyId: "pk_requests", webhookIds: [webhookId] });

  const { attempts } = await shown(2);
  endpoint.answer = usual;
  expect(attempts[0]).toEqual(atFirst[0]);
  expect(attempts.map(({ number, status, responseExcerpt, errorClass }) => [number, status, responseExcerpt, errorClass])).toEqual([
    [1, 200, "thanks 1", ""],
    [2, 200, "thanks 2", ""],
  ]);
});

test("deliveries are found by their ids, and those of another key are not", async () => {
  const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId, pageSize: 2 });
  const webhookIds = deliveries.map(({ webhookId }) => webhookId);

  const found = await service.webhooks.getWebhookDeliveries({ apiKeyId, webhookIds: [...webhookIds, "evt_unknown"] });
  const strange = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_stranger", webhookIds });
  const retried = await service.webhooks.retryWebhookDeliveries({ apiKeyId: "pk_stranger", webhookIds });

  expect(found.deliveries).toEqual(deliveries);
  expect(strange.deliveries).toEqual([]);
  expect(retried.results.map(({ code }) => code)).toEqual(["not_found", "not_found"]);
});

test.each<[string, Request]>([
  ["a document without its organization", { documentId: "one" }],
  ["ids with another filter", { webhookIds: ["evt_x"], trigger: "comment.add" }],
  ["a token of nobody's", { pageToken: "x" }],
  ["a page of 1,001", { pageSize: 1_001 }],
])("%s is refused", async (_what, filter) => {
  await expect(service.webhooks.getWebhookDeliveries({ apiKeyId, ...filter })).rejects.toMatchObject({
    failure: { kind: "invalid_argument" },
  });
});

test("a recovery resends and counts deliveries that failed since a time, and skips older and erased ones", async () => {
  service.configure("pk_recover", { rawNotificationUrl: endpoint.url() });
  const send = () => service.send(...[1, 2, 3].map(() => commentAdded("pk_recover", { trigger: "comment.delete" })));
  const failed = async (count: number) =>
    until(async () => {
      const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_recover", state: WebhookDeliveryState.FAILED });
      return deliveries.length === count && deliveries;
    });
  await send();
  const fromMs =
    ((await failed(3))
      .map(({ createdAtMs }) => createdAtMs)
      .sort()
      .at(-1) ?? 0n) + 1n;
  await until(() => Date.now() > Number(fromMs));
  await send();
  const [newest] = await failed(6);
  await querySql(
    service.databaseUrl,
    "delete from notifications.webhook_payloads p using notifications.webhook_deliveries d where d.delivery_id = p.delivery_id and d.webhook_id = $1",
    [newest?.webhookId],
  );
  endpoint.answer = (response) => void response.end();

  const { recovery } = await service.webhooks.startWebhookRecovery({ apiKeyId: "pk_recover", fromMs });
  const retried = await service.webhooks.retryWebhookDeliveries({ apiKeyId: "pk_recover", webhookIds: [newest?.webhookId ?? ""] });

  const done = await until(async () => {
    const answer = await service.webhooks.getWebhookRecovery({ apiKeyId: "pk_recover", recoveryId: recovery?.recoveryId ?? "" });
    return answer.recovery?.isCompleted && answer.recovery;
  });
  expect(done).toMatchObject({ recoveredCount: 2n, skippedCount: 1n, fromMs });
  expect(retried.results[0]?.code).toBe("payload_removed");
  await failed(4);
  await expect(service.webhooks.getWebhookRecovery({ apiKeyId: "pk_stranger", recoveryId: done.recoveryId })).rejects.toThrow(
    "no recovery",
  );
});

test("a test event is sent to each endpoint at once, returns the responses and leaves no trace", async () => {
  service.configure(
    "pk_test",
    { rawNotificationUrl: endpoint.url("/test"), processedNotificationUrl: endpoint.url("/test") },
    { useWebhookService: false },
  );
  endpoint.answer = (response, { body }) => void response.writeHead(body.includes("toContactsTagged") ? 418 : 200).end("seen");

  const { results } = await service.webhooks.sendTestWebhook({ apiKeyId: "pk_test", trigger: "comment.reaction_add" });

  expect(
    results.map(({ target, success, attempt }) => [WebhookTarget[target], success, attempt?.status, attempt?.responseExcerpt]),
  ).toEqual([
    ["RAW", true, 200, "seen"],
    ["PROCESSED", false, 418, "seen"],
  ]);
  expect(endpoint.bodies("/test")).toContainEqual(
    expect.objectContaining({ event: "comment.reaction_add", actionType: "reactionAdded", reaction: "👍" }),
  );
  expect((await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_test" })).deliveries).toEqual([]);
  service.configure("pk_nowhere", {});
  await expect(service.webhooks.sendTestWebhook({ apiKeyId: "pk_nowhere", trigger: "comment.add" })).rejects.toThrow("No webhook URL");
  await expect(service.webhooks.sendTestWebhook({ apiKeyId: "pk_test", trigger: "comment.sung" })).rejects.toThrow("not a trigger");
});

test("deliveries older than the retention are deleted with everything that belongs to them", async () => {
  await querySql(
    service.databaseUrl,
    `update notifications.webhook_deliveries set created_at_ms = created_at_ms - 31 * 86400000::bigint where api_key_id = '${apiKeyId}'`,
  );
  const belongings = () =>
    querySql<{ count: number }>(
      service.databaseUrl,
      ["deliveries", "payloads", "attempts"]
        .map((table) => `select count(*)::int from notifications.webhook_${table} where api_key_id = '${apiKeyId}'`)
        .join(" union all "),
    );
  expect((await belongings()).some(({ count }) => count > 0)).toBe(true);

  await using later = await startWebhooks({ PARLEY_DATABASE_URL: service.databaseUrl });

  await until(async () => (await belongings()).every(({ count }) => count === 0));
  expect(later.opsPort).toBeGreaterThan(0);
});

test("each delivery records the subjects of its event", async () => {
  await service.send(commentAdded("pk_test"));
  service.configure("pk_subjects", { rawNotificationUrl: endpoint.url() });
  await service.send(commentAdded("pk_subjects"));

  const [row] = await until(async () => {
    const rows = await querySql<{ subjects: string[] }>(
      service.databaseUrl,
      "select subjects from notifications.webhook_deliveries where api_key_id = 'pk_subjects'",
    );
    return rows.length === 1 && rows;
  });
  expect(row?.subjects).toEqual(["organization:acme", "document:welcome", "user:alice"]);
});
