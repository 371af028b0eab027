import { setTimeout as delay } from "node:timers/promises";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import type { Lease } from "../src/index.ts";
import { receiver } from "./texts.ts";
import { add, kind, rows, startWorker } from "./work-process.ts";

test("each piece of work is done once by one of several processes", async () => {
  const done: string[] = [];
  const handle = async ({ payload }: Lease) => {
    await delay(1);
    done.push(payload);
  };
  const first = await startWorker({ handle });
  await startWorker({ handle }, first.url);
  const payloads = Array.from({ length: 200 }, (_, index) => `${index}`);

  for (let key = 0; key < 5; key++) await add(first.database, `pk_${key}`, payloads.slice(key * 40, key * 40 + 40));

  await until(async () => (await rows(first.url)).length === 0);
  expect(done.sort()).toEqual(payloads.sort());
});

test("the same dedupe key is added once until its work is done", async () => {
  const gate = Promise.withResolvers<void>();
  const { database, url } = await startWorker({ handle: () => gate.promise });
  const once = { apiKeyId: "pk_1", payload: "x", dedupeKey: "job" };

  const added = [
    await receiver.addWork(database, kind, [once]),
    await receiver.addWork(database, kind, [once, { ...once, apiKeyId: "pk_2" }]),
  ];
  gate.resolve();
  await until(async () => (await rows(url)).length === 0);
  const again = await receiver.addWork(database, kind, [once]);

  expect([...added, again]).toEqual([1, 1, 1]);
});

test("an API key with much work does not keep another's waiting", async () => {
  const order: string[] = [];
  const { database, url } = await startWorker({
    concurrency: 4,
    perKey: 2,
    handle: async ({ apiKeyId }) => {
      order.push(apiKeyId);
      await delay(5);
    },
  });

  await add(
    database,
    "pk_busy",
    Array.from({ length: 200 }, () => "x"),
  );
  await until(() => order.length > 20);
  const before = order.length;
  await add(database, "pk_other", ["x"]);
  await until(() => order.includes("pk_other"));

  expect(order.indexOf("pk_other") - before).toBeLessThan(30);
  await until(async () => (await rows(url)).length === 0);
});

test("work of one API key takes no more than its share of the slots", async () => {
  const running = new Map<string, number>();
  let most = 0;
  const { database, url } = await startWorker({
    concurrency: 8,
    perKey: 3,
    handle: async ({ apiKeyId }) => {
      running.set(apiKeyId, (running.get(apiKeyId) ?? 0) + 1);
      most = Math.max(most, running.get(apiKeyId) ?? 0);
      await delay(3);
      running.set(apiKeyId, (running.get(apiKeyId) ?? 0) - 1);
    },
  });

  for (const key of ["pk_1", "pk_2"])
    await add(
      database,
      key,
      Array.from({ length: 60 }, () => "x"),
    );

  await until(async () => (await rows(url)).length === 0);
  expect(most).toBe(3);
});

test("work that fails is retried on its schedule and then becomes a dead letter that can be redriven", async () => {
  const attempts: number[] = [];
  let broken = true;
  const { database, url } = await startWorker({
    handle: async (lease) => {
      attempts.push(lease.attempts);
      if (broken) throw new Error("The endpoint is away.");
    },
    retryAfterMs: (count) => (count < 3 ? 1 : undefined),
  });

  await add(database, "pk_1", ["payload"]);
  await until(async () => (await querySql(url, "select from receiver.dead_letters")).length === 1);
  const letters = await querySql(
    url,
    "select source, topic, reason, error, convert_from(payload, 'UTF8') as payload from receiver.dead_letters",
  );
  broken = false;
  await receiver.deadLetters.markAll(database);
  await until(() => attempts.length === 4);

  expect(letters).toEqual([{ source: "work", topic: kind, reason: "exhausted", error: "The endpoint is away.", payload: "payload" }]);
  expect(attempts).toEqual([1, 2, 3, 1]);
  await until(async () => (await rows(url)).length === 0);
});

test("work saves its progress, and its next attempt continues from there", async () => {
  const seen: string[] = [];
  const { database, url } = await startWorker({
    handle: async (lease) => {
      seen.push(lease.payload);
      if (lease.payload !== "start") return;
      await lease.save(database, "half");
      throw new Error("Interrupted.");
    },
    retryAfterMs: () => 1,
  });

  await add(database, "pk_1", ["start"]);

  await until(async () => seen.length === 2 && (await rows(url)).length === 0);
  expect(seen).toEqual(["start", "half"]);
});

test("delayed work begins after its delay", async () => {
  const begun: number[] = [];
  const { database } = await startWorker({ handle: async () => void begun.push(Date.now()) });
  const addedAtMs = Date.now();

  await receiver.addWork(database, kind, [{ apiKeyId: "pk_1", payload: "later", delayMs: 300 }]);

  await until(() => begun.length === 1);
  expect((begun[0] ?? 0) - addedAtMs).toBeGreaterThanOrEqual(290);
});

test("hastened work does not wait for its time, even if it is running at that moment, and other work does", async () => {
  const gate = Promise.withResolvers<void>();
  const attempts: string[] = [];
  const handle = async ({ payload }: Lease) => {
    attempts.push(payload);
    await gate.promise;
    if (attempts.filter((each) => each === payload).length < 3) throw new Error("Not now.");
  };
  const { database, url } = await startWorker({ perKey: 2, handle, retryAfterMs: () => 3_600_000 });
  const hasten = () => receiver.hastenWork(database, { kind, apiKeyId: "pk_1", prefix: "job_1/" });
  const work = ["job_1/a", "job_10/a"].map((dedupeKey) => ({ apiKeyId: "pk_1", payload: dedupeKey, dedupeKey }));
  await receiver.addWork(database, kind, work);
  await until(() => attempts.length === 2);

  await hasten();
  gate.resolve();
  await until(async () => attempts.length === 3 && (await rows(url)).every(({ state }) => state === "scheduled"));
  await hasten();

  await until(async () => (await rows(url)).length === 1);
  expect(attempts.toSorted()).toEqual(["job_1/a", "job_1/a", "job_1/a", "job_10/a"]);
});
