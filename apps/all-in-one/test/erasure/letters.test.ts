import { randomUUID } from "node:crypto";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { documentSubject, organizationSubject, userSubject } from "@parley/erasure";
import { event } from "@parley/messaging";
import { querySql, startProcess, type TestProcess, until } from "@parley/testing";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";

let parley: TestProcess;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startProcess(modules);
  workspace = await createWorkspace(parley.process.addresses.get("gateway") ?? "", parley.environment.PARLEY_ADMIN_TOKEN ?? "");
  await workspace.customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: "https://webhooks.example.invalid/raw" },
  });
});

afterAll(() => parley?.stop());

async function erase(userId: string): Promise<void> {
  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: [userId] });
  await until(async () => (await workspace.customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);
}

const subjectsOf = (userId: string) => [organizationSubject("acme"), documentSubject("doc"), userSubject(userId)];

function triggerOf(userId: string) {
  return event(webhookTriggersTopic, {
    apiKeyId: workspace.apiKey,
    key: "acme/doc",
    subjects: subjectsOf(userId),
    message: {
      apiKeyId: workspace.apiKey,
      organizationId: "acme",
      documentId: "doc",
      annotationId: "a",
      trigger: "comment.add",
      annotationJson: "{}",
      actorJson: JSON.stringify({ userId }),
    },
  });
}

/** A dead letter created just now, of an event written an hour ago. */
async function bury(schema: string, userId: string): Promise<void> {
  const { id, topic, key, type, payload } = triggerOf(userId);
  await querySql(
    parley.databaseUrl,
    `insert into ${schema}.dead_letters (api_key_id, source, consumer_group, topic, event_id, event_key, event_type, subjects, trace_parent, payload,
       position, event_time_ms, reason, error)
     values ($1, 'consumer', $2, $3, $4, $5, $6, $7, '', $8, 'here', (extract(epoch from clock_timestamp()) * 1000)::bigint - 3600000, 'failed', 'It failed.')`,
    [workspace.apiKey, schema, topic, id, key, type, subjectsOf(userId), Buffer.from(payload)],
  );
}

async function publish(userId: string, { lane, payload, ageMs }: { lane: number; payload: Uint8Array; ageMs: number }): Promise<void> {
  const { topic, key, type } = triggerOf(userId);
  await querySql(
    parley.databaseUrl,
    `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, '', $8, clock_timestamp() - $9::float8 * interval '1 ms')`,
    [lane, randomUUID(), topic, key, type, workspace.apiKey, subjectsOf(userId), Buffer.from(payload), ageMs],
  );
}

/** An event written a moment ago that waits until the users service responds. */
async function holdBack(userId: string): Promise<void> {
  const { id, payload } = triggerOf(userId);
  await querySql(
    parley.databaseUrl,
    `insert into notifications.waiting_events (api_key_id, organization_id, document_id, event_id, event_time_ms, subjects, message)
     values ($1, 'acme', 'doc', $2, (extract(epoch from clock_timestamp()) * 1000)::bigint - 1, $3, $4)`,
    [workspace.apiKey, id, subjectsOf(userId), Buffer.from(payload)],
  );
}

const lettersOf = (userId: string) =>
  querySql(parley.databaseUrl, "select topic from notifications.dead_letters where subjects @> array[$1]", [userSubject(userId)]);

test("dead letters that name the user are removed with the user's data in every service, and others are kept", async () => {
  for (const schema of ["users", "directory", "activity", "notifications"]) {
    await bury(schema, "dead-d1");
    await bury(schema, "other-d1");
  }

  await erase("dead-d1");

  expect(await rowsWith(parley.databaseUrl, ["dead-d1"])).toEqual([]);
  const kept = (await rowsWith(parley.databaseUrl, ["other-d1"])).filter((row) => row.includes("dead_letters"));
  expect(kept).toHaveLength(4);
});

test("events in an outbox that name the user are removed with the user's data", async () => {
  // No relay processes this lane: its events wait like unpublishable ones.
  await publish("waiting-d2", { lane: 99, payload: triggerOf("waiting-d2").payload, ageMs: 1 });
  const before = await rowsWith(parley.databaseUrl, ["waiting-d2"]);

  await erase("waiting-d2");
  const after = await rowsWith(parley.databaseUrl, ["waiting-d2"]);

  expect(before.map((row) => row.split(":")[0])).toEqual(["activity.outbox"]);
  expect(after).toEqual([]);
});

test("events that wait for the users service and name the user are removed with the user's data, and others are kept", async () => {
  for (const userId of ["waiting-d5", "other-d5"]) await holdBack(userId);

  await erase("waiting-d5");

  expect(await rowsWith(parley.databaseUrl, ["waiting-d5"])).toEqual([]);
  const kept = await rowsWith(parley.databaseUrl, ["other-d5"]);
  expect(kept.map((row) => row.split(":")[0])).toEqual(["notifications.waiting_events"]);
});

test("a dead letter redriven after a removal does not restore the user that its event names", async () => {
  await erase("redriven-d3");
  await bury("notifications", "redriven-d3");
  await bury("notifications", "other-d3");

  await request(`http://127.0.0.1:${parley.process.opsPort}/dead-letters/redrive`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ schema: "notifications", ids: "all" }),
  });
  await until(async () => (await lettersOf("other-d3")).length === 0 && (await lettersOf("redriven-d3")).length === 0);

  expect(await rowsWith(parley.databaseUrl, ["redriven-d3"])).toEqual([]);
  expect((await rowsWith(parley.databaseUrl, ["other-d3"])).some((row) => row.startsWith("notifications.webhook_"))).toBe(true);
});

test("an unreadable event that names a removed user does not become a dead letter", async () => {
  await erase("unreadable-d4");

  for (const userId of ["unreadable-d4", "other-d4"])
    await publish(userId, { lane: 3, payload: Buffer.from([255, 255]), ageMs: 3_600_000 });
  await until(async () => (await lettersOf("other-d4")).length === 1);

  // Events of one document are handled in their order.
  expect(await rowsWith(parley.databaseUrl, ["unreadable-d4"])).toEqual([]);
});
