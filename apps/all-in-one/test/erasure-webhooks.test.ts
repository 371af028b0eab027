import { webhookTriggersTopic } from "@parley/contracts/topics";
import { documentSubject, organizationSubject, userSubject } from "@parley/erasure";
import { event } from "@parley/messaging";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createWorkspace, type Workspace } from "./customer.ts";
import { rowsWith } from "./erasure-catalog.ts";
import { loseEvents } from "./lost-events.ts";
import { type Parley, startParley } from "./parley.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_ERASURE_TELL_AGAIN_MS: "300" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await workspace.customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: "https://webhooks.example.invalid/raw" },
  });
});

afterAll(() => parley?.stop());

const deliveriesOf = (subject: string) =>
  querySql(parley.databaseUrl, "select webhook_id from notifications.webhook_deliveries where api_key_id = $1 and subjects @> array[$2]", [
    workspace.apiKey,
    subject,
  ]);

async function addComment(documentId: string, userId: string): Promise<void> {
  await workspace.customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId }],
  });
  await workspace.customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId,
    commentAnnotations: [
      { annotationId: `of-${userId}`, commentData: [{ commentId: "c", commentText: `text of ${userId}`, from: { userId } }] },
    ],
  });
}

async function erase(userId: string): Promise<void> {
  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: [userId] });
  await until(async () => (await workspace.customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);
}

test("deliveries that speak of the user go with what they carry and how they went, whether sent or waiting", async () => {
  await addComment("doc", "told-of-w8");
  await addComment("doc", "other-w8");
  await until(async () => (await deliveriesOf("user:told-of-w8")).length > 0 && (await deliveriesOf("user:other-w8")).length > 0);

  await erase("told-of-w8");

  expect(await rowsWith(parley.databaseUrl, ["told-of-w8"])).toEqual([]);
  expect(await deliveriesOf("user:other-w8")).toHaveLength(1);
});

/** From now on the clock of this process is wrong by so much; the database's is not. */
function skewClock(ms: number): () => void {
  const right = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => right() + ms);
  onTestFinished(() => clock.mockRestore());
  return () => clock.mockRestore();
}

test("deliveries of before the request go, although the process that wrote their events has a clock that is a minute ahead", async () => {
  const setRight = skewClock(60_000);
  await addComment("doc", "ahead-w10");
  await until(async () => (await deliveriesOf("user:ahead-w10")).length > 0);
  setRight();

  await erase("ahead-w10");

  expect(await rowsWith(parley.databaseUrl, ["ahead-w10"])).toEqual([]);
});

test("deliveries of after the request stay, although the process that wrote their events has a clock that is a minute behind", async () => {
  await addComment("doc", "behind-w11");
  await until(async () => (await deliveriesOf("user:behind-w11")).length === 1);
  const found = await loseEvents(parley.databaseUrl, "users", "requests");
  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: ["behind-w11"] });

  const setRight = skewClock(-60_000);
  await addComment("later", "behind-w11");
  await until(async () => (await deliveriesOf("user:behind-w11")).length === 2);
  setRight();
  await found();
  await until(async () => (await workspace.customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);

  expect(await deliveriesOf("user:behind-w11")).toHaveLength(1);
});

test("an event from before the request that comes after the removal does not bring back what it speaks of", async () => {
  await addComment("doc", "seen-w9");
  await erase("late-w9");

  await publishAnHourLate("late-w9", "doc");
  await publishAnHourLate("fresh-w9", "doc");
  await until(async () => (await deliveriesOf("user:fresh-w9")).length > 0);

  // Events of one document are handled in their order.
  expect(await deliveriesOf("user:late-w9")).toEqual([]);
  expect(await rowsWith(parley.databaseUrl, ["late-w9"])).toEqual([]);
});

/** As if the relay or Kafka had been away for an hour. */
async function publishAnHourLate(userId: string, documentId: string): Promise<void> {
  const scope = { apiKeyId: workspace.apiKey, organizationId: "acme", documentId };
  const { id, key, type, payload, subjects } = event(webhookTriggersTopic, {
    apiKeyId: workspace.apiKey,
    key: `acme/${documentId}`,
    subjects: [organizationSubject("acme"), documentSubject(documentId), userSubject(userId)],
    message: { ...scope, annotationId: "a", trigger: "comment.add", annotationJson: "{}", actorJson: JSON.stringify({ userId }) },
  });
  await querySql(
    parley.databaseUrl,
    `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload, created_at)
     values (3, $1, $2, $3, $4, $5, $6, '', $7, clock_timestamp() - interval '1 hour')`,
    [id, webhookTriggersTopic.name, key, type, workspace.apiKey, subjects, Buffer.from(payload)],
  );
}
