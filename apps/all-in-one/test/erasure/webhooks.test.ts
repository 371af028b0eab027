import type { MessageInitShape } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { documentSubject, organizationSubject, userSubject } from "@parley/erasure";
import { event } from "@parley/messaging";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { loseEvents } from "../support/lost-events.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { becomeDraft } from "./become-draft.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one", { ...withConstants({ erasureTellAgainMs: 300 }) });
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

test("deliveries that name the user are removed with their payloads and attempts, whether sent or waiting", async () => {
  await addComment("doc", "told-of-w8");
  await addComment("doc", "other-w8");
  await until(async () => (await deliveriesOf("user:told-of-w8")).length > 0 && (await deliveriesOf("user:other-w8")).length > 0);

  await erase("told-of-w8");

  expect(await rowsWith(parley.databaseUrl, ["told-of-w8"])).toEqual([]);
  expect(await deliveriesOf("user:other-w8")).toHaveLength(1);
});

/** A second comment in the thread of `addComment`. */
async function reply(documentId: string, of: string, userId: string): Promise<void> {
  await workspace.customer.data("/v2/commentannotations/comments/add", {
    organizationId: "acme",
    documentId,
    annotationId: `of-${of}`,
    commentData: [{ commentId: "reply", commentText: `text of ${userId}`, from: { userId } }],
  });
}

/** Deliveries queued from now on are not due. Returns a function to end that. */
async function holdDeliveries(): Promise<() => Promise<void>> {
  await querySql(
    parley.databaseUrl,
    `create or replace function notifications.hold() returns trigger language plpgsql as
       $$ begin new.state := 'scheduled'; new.due_at_ms := 9000000000000000; return new; end $$;
     create trigger hold before insert on notifications.webhook_queue for each row execute function notifications.hold()`,
  );
  const release = async () => {
    await querySql(
      parley.databaseUrl,
      "drop trigger if exists hold on notifications.webhook_queue; update notifications.webhook_queue set due_at_ms = 0 where due_at_ms = 9000000000000000",
    );
  };
  onTestFinished(release);
  return release;
}

test.each([
  { what: "sent", user: "w12" },
  { what: "not been sent yet", user: "w15" },
  { what: "no body yet", user: "w16" },
])("what others do between the request and the removal is told without what is erased when it has $what", async ({ what, user }) => {
  const gone = `gone-${user}`;
  const stays = `stays-${user}`;
  await addComment(user, gone);
  await until(async () => (await deliveriesOf(`user:${gone}`)).length === 1);
  const found = await loseEvents(parley.databaseUrl, "users", "requests");
  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: [gone] });
  const release = what === "sent" ? undefined : await holdDeliveries();
  await reply(user, gone, stays);
  const bodies = `select body from notifications.webhook_payloads p join notifications.webhook_deliveries d using (api_key_id, delivery_id)
    where d.subjects @> array['user:${stays}'] and p.event is null`;
  await until(async () => (await querySql(parley.databaseUrl, bodies)).length === 1);
  if (what === "no body yet") await becomeDraft(parley.databaseUrl, workspace.apiKey, [gone, stays]);

  const fences = `select q.fence::text from notifications.webhook_queue q join notifications.webhook_deliveries d using (api_key_id, delivery_id)
    where d.subjects @> array['user:${stays}']`;
  const before = await querySql(parley.databaseUrl, fences);

  await found();
  await until(async () => (await workspace.customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);

  expect(await rowsWith(parley.databaseUrl, [`text of ${gone}`, `user:${gone}`])).toEqual([]);
  expect(await deliveriesOf(`user:${stays}`)).toHaveLength(1);
  // The row has a new fence, so that a process that claimed it earlier can no longer write it.
  for (const row of await querySql(parley.databaseUrl, fences)) expect(before).not.toContainEqual(row);
  await release?.();
  await until(async () => (await rowsWith(parley.databaseUrl, [`""text of ${stays}""`])).some(isBody));
});

const isBody = (row: string) => row.startsWith("notifications.webhook_payloads");

test("comments in an older thread by a user whose id is in use again are delivered", async () => {
  await addComment("again", "author-w13");
  await erase("again-w13");

  await reply("again", "author-w13", "again-w13");
  await until(async () => (await deliveriesOf("user:again-w13")).length === 1);

  expect((await rowsWith(parley.databaseUrl, ["text of again-w13"])).some(isBody)).toBe(true);
});

test("an event from before the removal that arrives after it is delivered without the erased data", async () => {
  await addComment("late", "seen-w14");
  await erase("late-w14");

  await publishSince("late-w14", "stays-w14");
  await until(async () => (await deliveriesOf("user:stays-w14")).length > 0);

  expect(await deliveriesOf("user:late-w14")).toEqual([]);
  expect(await rowsWith(parley.databaseUrl, ["late-w14"])).toEqual([]);
});

/** From now on the clock of this process is wrong by the given time; that of the database is not. */
function skewClock(ms: number): () => void {
  const right = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => right() + ms);
  onTestFinished(() => clock.mockRestore());
  return () => clock.mockRestore();
}

test("deliveries from before the request are removed, even if the clock of the process that wrote their events is a minute fast", async () => {
  const setRight = skewClock(60_000);
  await addComment("doc", "ahead-w10");
  await until(async () => (await deliveriesOf("user:ahead-w10")).length > 0);
  setRight();

  await erase("ahead-w10");

  expect(await rowsWith(parley.databaseUrl, ["ahead-w10"])).toEqual([]);
});

test("deliveries from after the request are kept, even if the clock of the process that wrote their events is a minute slow", async () => {
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

test("an event from before the request that arrives after the removal does not restore erased data", async () => {
  await addComment("doc", "seen-w9");
  await erase("late-w9");

  await publishAnHourLate("late-w9", "doc");
  await publishAnHourLate("fresh-w9", "doc");
  await until(async () => (await deliveriesOf("user:fresh-w9")).length > 0);

  // Events of one document are handled in their order.
  expect(await deliveriesOf("user:late-w9")).toEqual([]);
  expect(await rowsWith(parley.databaseUrl, ["late-w9"])).toEqual([]);
});

/** As if the relay or Kafka had been down for an hour. */
function publishAnHourLate(userId: string, documentId: string): Promise<void> {
  return publish({
    documentId,
    userIds: [userId],
    ageMs: 3_600_000,
    content: { annotationJson: "{}", actorJson: JSON.stringify({ userId }) },
  });
}

/** Another user's reply, written just now to a thread that contained an older comment of the user. */
function publishSince(userId: string, otherId: string): Promise<void> {
  const comment = (from: string) => ({ commentId: from, from: { userId: from }, commentText: `text of ${from}`, createdAt: Date.now() });
  const thread = {
    from: { userId },
    assignedTo: { userId },
    involvedUsers: [{ userId }, { userId: otherId }],
    mentionedUsers: [{ userId }],
    comments: [comment(userId), { ...comment(otherId), taggedUserContacts: [{ userId, contact: { userId } }] }],
  };
  return publish({
    documentId: "late",
    userIds: [userId, otherId],
    ageMs: 0,
    content: {
      annotationJson: JSON.stringify(thread),
      targetCommentJson: JSON.stringify(comment(otherId)),
      commentsStoredAtMs: [1n, 2n],
      actorJson: JSON.stringify({ userId: otherId }),
    },
  });
}

interface Published {
  readonly documentId: string;
  readonly userIds: readonly string[];
  readonly ageMs: number;
  readonly content: MessageInitShape<typeof webhookTriggersTopic.message>;
}

async function publish({ documentId, userIds, ageMs, content }: Published): Promise<void> {
  const scope = { apiKeyId: workspace.apiKey, organizationId: "acme", documentId };
  const { id, key, type, payload, subjects } = event(webhookTriggersTopic, {
    apiKeyId: workspace.apiKey,
    key: `acme/${documentId}`,
    subjects: [organizationSubject("acme"), documentSubject(documentId), ...userIds.map(userSubject)],
    message: { ...scope, annotationId: "a", trigger: "comment.add", ...content },
  });
  await querySql(
    parley.databaseUrl,
    `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload, created_at)
     values (3, $1, $2, $3, $4, $5, $6, '', $7, clock_timestamp() - $8 * interval '1 millisecond')`,
    [id, webhookTriggersTopic.name, key, type, workspace.apiKey, subjects, Buffer.from(payload), ageMs],
  );
}
