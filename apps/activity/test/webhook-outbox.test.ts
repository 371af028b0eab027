import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { WebhookTriggered } from "@parley/contracts/activity";
import { ErasureCommandSchema, type ErasureScopeSchema } from "@parley/contracts/erasure";
import { erasureRequestsTopic, erasureTasksDoneTopic, webhookTriggersTopic } from "@parley/contracts/topics";
import { listener, messagingSettings, useListeners } from "@parley/messaging";
import { defineModule } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alice, bob, welcome } from "./activity.ts";
import { startTelling, type Telling } from "./telling.ts";

const heard: WebhookTriggered[] = [];
const hearing = defineModule({
  name: "hearing",
  config: messagingSettings,
  uses: [],
  mount: (host, config) => useListeners(host, config, [listener(webhookTriggersTopic, ({ message }) => heard.push(message))]),
});
let telling: Telling;

beforeAll(async () => {
  telling = await startTelling([hearing]);
});

beforeEach(() => telling.forget());

afterAll(() => telling?.[Symbol.asyncDispose]());

describe("a change and its event are atomic", () => {
  const tables = ["outbox", "activities"];

  afterEach(async () => {
    for (const table of tables) await telling.sql(`alter table activity.${table} drop constraint if exists refuse`);
  });

  const refuse = (table: string) => telling.sql(`alter table activity.${table} add constraint refuse check (false) not valid`);

  const writes = (annotationId: string) => [
    telling.activity.administration.addComments({
      ...welcome,
      annotationId,
      comments: [{ author: alice, comment: { commentId: "c3", text: "Three." } }],
    }),
    telling.activity.administration.updateComments({ ...welcome, annotationId, commentIds: ["c1"], change: { text: "Changed." } }),
    telling.activity.administration.deleteComments({ ...welcome, annotationId, commentIds: ["c2"] }),
    telling.activity.administration.updateCommentAnnotations({ ...welcome, annotationIds: [annotationId], change: { status: "DONE" } }),
    telling.activity.administration.addReactions({ ...welcome, annotationId, commentId: "c1", user: bob, reactions: ["👍"] }),
  ];

  test.each(tables)("when the row in %s cannot be written, nothing is changed or published", async (table) => {
    const annotationId = await telling.thread();
    const read = async () =>
      (await telling.activity.administration.getCommentAnnotations({ ...welcome, annotationIds: [annotationId] })).annotations;
    const before = await read();
    await refuse(table);

    const results = await Promise.allSettled(writes(annotationId));

    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "rejected"));
    expect(await read()).toEqual(before);
    expect(await telling.told()).toEqual([]);
  });
});

test("the events of a document arrive in the order of its changes, each once, despite concurrent writers", async () => {
  const annotationId = await telling.thread();
  const add = (n: number) =>
    telling.activity.collaboration.addComments({
      ...welcome,
      actingUser: n % 2 ? alice : bob,
      annotationId,
      comments: [{ commentId: `n${n}`, text: "x" }],
    });

  await Promise.all(Array.from({ length: 40 }, (_, n) => add(n)));
  await telling.activity.administration.updateCommentAnnotations({ ...welcome, annotationIds: [annotationId], change: { status: "DONE" } });
  const ofThread = () => heard.filter((event) => event.annotationId === annotationId);
  const events = await until(() => ofThread().some(({ newStatus }) => newStatus === "DONE") && ofThread());

  expect(events).toHaveLength(43);
  expect(events.map(({ commentCount }) => commentCount)).toEqual([2, 2, ...Array.from({ length: 40 }, (_, n) => n + 3), 42]);
  const added = events.slice(2, 42).map(({ commentId }) => commentId);
  const last = JSON.parse(events.at(-1)?.annotationJson ?? "") as { comments: { commentId: string }[] };
  expect(new Set(added).size).toBe(40);
  expect(new Set(last.comments.map(({ commentId }) => commentId))).toEqual(new Set(["c1", "c2", ...added]));
});

describe("erasures", () => {
  const job = async (kind: string, scope: MessageInitShape<typeof ErasureScopeSchema>, collections: readonly string[]) => {
    const tasks = collections.map((collection) => ({ service: "activity", collection, stage: 1 }));
    const value = { kind, requestedAtMs: BigInt(Date.now() + 1_000), scope, tasks };
    const message = create(ErasureCommandSchema, {
      apiKeyId: welcome.apiKeyId,
      jobId: `job-${kind}`,
      owner: "users",
      command: { case: "begin", value },
    });
    await querySql(
      telling.activity.databaseUrl,
      `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
       values (0, gen_random_uuid(), $1, $2, $3, $4, '{}', '', $5)`,
      [erasureRequestsTopic.name, message.jobId, ErasureCommandSchema.typeName, message.apiKeyId, toBinary(ErasureCommandSchema, message)],
    );
    const { name } = erasureTasksDoneTopic;
    await until(async () => (await telling.sql(`select from activity.told where topic = '${name}'`)).length === collections.length);
  };
  const read = async (annotationId: string, documentId: string = welcome.documentId) => {
    const { annotations } = await telling.activity.administration.getCommentAnnotations({
      ...welcome,
      documentId,
      annotationIds: [annotationId],
    });
    return annotations;
  };

  test("the erasure of a user publishes nothing", async () => {
    const annotationId = await telling.thread();
    await telling.activity.administration.addReactions({ ...welcome, annotationId, commentId: "c1", user: bob, reactions: ["👍"] });
    await telling.activity.administration.updateCommentAnnotations({
      ...welcome,
      annotationIds: [annotationId],
      change: { assigneeChange: { case: "assignee", value: bob } },
    });
    await telling.forget();

    await job("user", { userIds: ["bob"], organizationIds: ["acme"] }, ["comments", "assignments", "reactions"]);

    expect(await read(annotationId)).toMatchObject([{ comments: [{ commentId: "c1", taggedUsers: [], reactions: [] }] }]);
    expect(await telling.told()).toEqual([]);
  });

  test("the erasure of a document publishes nothing", async () => {
    const annotationId = await telling.thread({ ...welcome, documentId: "roadmap" });

    await job("document", { documentIds: ["roadmap"], organizationIds: ["acme"] }, ["threads"]);

    expect(await read(annotationId, "roadmap")).toEqual([]);
    expect(await telling.told()).toEqual([]);
  });
});
