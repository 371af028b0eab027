import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "./configure.ts";
import { Endpoint } from "./endpoint.ts";
import { commentAdded, startWebhooks, type WebhooksTestService } from "./webhooks-service.ts";

let service: WebhooksTestService;
let endpoint: Endpoint;

beforeAll(async () => {
  service = await startWebhooks({ PARLEY_WEBHOOK_LEASE_MS: "1000" });
  endpoint = await Endpoint.start();
});

afterAll(async () => {
  await service?.stop();
  await endpoint?.stop();
});

function deliveries(apiKeyId: string) {
  return service.webhooks.getWebhookDeliveries({ apiKeyId, state: WebhookDeliveryState.DELIVERED });
}

async function heldByAnother(apiKeyId: string): Promise<void> {
  // What a process leaves behind that claimed the first delivery of a document and was killed; its lease outlasts the time for which a failed question
  // to the workspace service is remembered.
  const rows = await querySql(
    service.databaseUrl,
    `update notifications.webhook_queue set state = 'leased', owner = 'another', fence = fence + 1, due_at_ms = notifications.now_ms() + 5000
     where api_key_id = $1 and delivery_id = (select delivery_id from notifications.webhook_deliveries where api_key_id = $1 and document_id = 'welcome' and target = 'raw' and sequence = 1) returning 1`,
    [apiKeyId],
  );
  expect(rows).toHaveLength(1);
}

test("what a killed process held is sent by another when its lease ends, and what follows in the document waits for it", async () => {
  service.configure("pk_killed", { rawNotificationUrl: endpoint.url("/killed") });
  service.fakes.workspaceIsDown = true;
  await service.send(commentAdded("pk_killed"), commentAdded("pk_killed"), commentAdded("pk_killed", { documentId: "other" }));
  await until(
    async () => (await querySql(service.databaseUrl, "select from notifications.webhook_queue where state = 'scheduled'")).length === 9,
  );
  await heldByAnother("pk_killed");
  service.fakes.workspaceIsDown = false;

  await until(() => endpoint.bodies("/killed").length === 1);
  const first = endpoint.bodies("/killed")[0];
  await until(() => endpoint.bodies("/killed").length === 3);

  expect(first).toMatchObject({ metadata: { documentId: "other" } });
  expect(
    endpoint
      .bodies("/killed")
      .slice(1)
      .map(({ sequence }) => sequence),
  ).toEqual([1, 2]);
});

test("a process that lost a delivery while it was sent writes nothing of it", async () => {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path }, _count) => {
    if (path === "/lost" && endpoint.bodies("/lost").length === 1) await gate.promise;
    response.end();
  };
  service.configure("pk_lost", { rawNotificationUrl: endpoint.url("/lost") });
  await service.send(commentAdded("pk_lost"));
  await until(() => endpoint.bodies("/lost").length === 1);
  await querySql(
    service.databaseUrl,
    "update notifications.webhook_queue set owner = 'another', fence = fence + 1, due_at_ms = notifications.now_ms() + 5000 where api_key_id = 'pk_lost'",
  );

  gate.resolve();

  await until(() => endpoint.bodies("/lost").length === 2);
  const [delivery] = await until(async () => {
    const answer = await deliveries("pk_lost");
    return answer.deliveries.length === 1 && answer.deliveries;
  });
  expect(delivery?.attempts.map(({ number, errorClass }) => [number, errorClass])).toEqual([[1, ""]]);
  expect(endpoint.bodies("/lost")[0]).toEqual(endpoint.bodies("/lost")[1]);
});

test("a process that lost a delivery does not keep its lease from the one who has it", async () => {
  const gate = Promise.withResolvers<void>();
  endpoint.answer = async (response, { path = "" }, _count) => {
    if (["/taken", "/held"].includes(path) && endpoint.bodies(path).length === 1) await gate.promise;
    response.end();
  };
  for (const name of ["taken", "held"]) {
    service.configure(`pk_${name}`, { rawNotificationUrl: endpoint.url(`/${name}`) });
    await service.send(commentAdded(`pk_${name}`));
  }
  await until(() => endpoint.bodies("/taken").length === 1 && endpoint.bodies("/held").length === 1);
  const dueAtMs = async (apiKeyId: string) => {
    const rows = await querySql<{ due: string }>(
      service.databaseUrl,
      "select due_at_ms as due from notifications.webhook_queue where api_key_id = $1",
      [apiKeyId],
    );
    return Number(rows[0]?.due);
  };
  const letOtherHave = (ms: number) =>
    querySql(
      service.databaseUrl,
      "update notifications.webhook_queue set owner = 'another', fence = fence + 1, due_at_ms = notifications.now_ms() + $1 where api_key_id = 'pk_taken'",
      [ms],
    );

  await letOtherHave(3_600_000);
  const [theirs, ours] = [await dueAtMs("pk_taken"), await dueAtMs("pk_held")];
  // The leases of a process are extended together.
  await until(async () => (await dueAtMs("pk_held")) > ours);

  expect(await dueAtMs("pk_taken")).toBe(theirs);
  // The other process dies.
  await letOtherHave(0);
  const takenFromThem = "select from notifications.webhook_queue where api_key_id = 'pk_taken' and owner <> 'another'";
  await until(async () => (await querySql(service.databaseUrl, takenFromThem)).length === 1);
  gate.resolve();
  for (const name of ["taken", "held"]) await until(async () => (await deliveries(`pk_${name}`)).deliveries.length === 1);
});

test("a lease is kept alive while a slow endpoint takes its time", async () => {
  endpoint.answer = (response) => void setTimeout(() => response.end(), 2_500);
  service.configure("pk_slow", { rawNotificationUrl: endpoint.url("/slow") });

  await service.send(commentAdded("pk_slow"));

  await until(async () => (await deliveries("pk_slow")).deliveries.length === 1);
  expect(endpoint.bodies("/slow")).toHaveLength(1);
});

test("two processes on one schema send each delivery once, and those of a document in order", { timeout: 120_000 }, async () => {
  endpoint.answer = (response) => void response.end();
  await using own = await startWebhooks(patient);
  await using other = await startWebhooks({ ...patient, PARLEY_DATABASE_URL: own.databaseUrl });
  for (const one of [own, other]) one.configure("pk_two", { rawNotificationUrl: endpoint.url("/two") });
  const documents = ["a", "b", "c", "d", "e"];

  for (let round = 0; round < 20; round++)
    await own.send(...documents.flatMap((documentId) => [1, 2, 3, 4].map(() => commentAdded("pk_two", { documentId }))));

  await until(
    async () =>
      (
        await querySql(
          own.databaseUrl,
          "select from notifications.webhook_deliveries where api_key_id = 'pk_two' and delivered_at_ms is null",
        )
      ).length === 0 && endpoint.bodies("/two").length >= 400,
    60_000,
  );
  const bodies = endpoint.bodies("/two");
  expect(bodies).toHaveLength(400);
  for (const documentId of documents) {
    const ofDocument = bodies.filter(({ metadata }) => (metadata as { documentId: string }).documentId === documentId);
    expect(ofDocument.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
  }
});
