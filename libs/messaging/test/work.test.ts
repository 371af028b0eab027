import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import { freshDatabase, querySql, startProcess, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { newEventId } from "../src/events/event.ts";
import { type Lease, LeaseLost, type Worker } from "../src/index.ts";
import { receiver, receiverModule } from "./texts.ts";

const kind = "tests";

interface Running {
  readonly database: Database;
  readonly url: string;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** A process whose worker does the work; answers the database to add work to. */
async function startWorker(worker: Partial<Worker>, url?: string, environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const databaseUrl = url ?? (await freshDatabase());
  let database: Database | undefined;
  const full = { kind, concurrency: 4, handle: async () => undefined, retryAfterMs: () => undefined, ...worker };
  const module = receiverModule({
    workers: () => [full],
    onDatabase: (opened) => {
      database = opened;
    },
  });
  const overrides = { PARLEY_DATABASE_URL: databaseUrl, PARLEY_EMBEDDED_BUS: "true", PARLEY_OUTBOX_POLL_MS: "50", ...environment };
  const process = await startProcess([module], overrides);
  onTestFinished(() => process.stop());
  if (database === undefined) throw new Error("The worker's module did not open its database.");
  const metrics = async () =>
    (await fetch(`http://127.0.0.1:${process.process.opsPort}/metrics`, { headers: { connection: "close" } })).text();
  return { database, url: databaseUrl, metrics, stop: () => process.stop() };
}

async function add(database: Database, apiKeyId: string, payloads: readonly string[]): Promise<void> {
  await receiver.addWork(
    database,
    kind,
    payloads.map((payload) => ({ apiKeyId, payload })),
  );
}

function rows(url: string) {
  return querySql<{ payload: string; state: string; attempts: number; fence: string; last_error: string }>(
    url,
    "select payload, state, attempts, fence, last_error from receiver.work order by work_id",
  );
}

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

test("work that fails is tried again after its schedule and then becomes a dead letter that can be redriven", async () => {
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

test("a lease is kept alive while its work goes on, however long", async () => {
  let starts = 0;
  const { database, url } = await startWorker({
    leaseMs: 600,
    handle: async () => {
      starts++;
      await delay(2_500);
    },
  });
  await add(database, "pk_1", ["long"]);
  await until(() => starts === 1);

  await startWorker({ leaseMs: 600, handle: async () => void starts++ }, url);

  await until(async () => (await rows(url)).length === 0);
  expect(starts).toBe(1);
});

test("a worker whose lease was taken over cannot write its effect, and the one that took it can", async () => {
  const effects: string[] = [];
  const holders: string[] = [];
  const gates = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
  const effect = async (name: "first" | "second", database: Database, lease: Lease) => {
    holders.push(name);
    await gates[name].promise;
    await database.transaction(async (tx) => {
      await receiver.inbox.add(tx, name, [newEventId()]);
      await lease.finish(tx);
    });
    effects.push(name);
  };
  const lost: unknown[] = [];
  // One slot, which is taken: it cannot claim the work again itself.
  const first = await startWorker({
    concurrency: 1,
    handle: (lease) => effect("first", first.database, lease).catch((error: unknown) => void lost.push(error)),
  });
  await add(first.database, "pk_1", ["contested"]);
  await until(() => holders.length === 1);

  const second = await startWorker({ handle: (lease) => effect("second", second.database, lease) }, first.url);
  // As if the first had been suspended: its lease ends without its knowledge, and again if it was renewed before anybody saw that.
  await until(async () => {
    await querySql(first.url, "update receiver.work set due_at_ms = 0 where state = 'leased' and fence = 1");
    return holders.length === 2;
  });
  gates.first.resolve();
  await until(() => lost.length === 1);
  gates.second.resolve();
  await until(() => effects.length === 1);

  expect(lost[0]).toBeInstanceOf(LeaseLost);
  expect([holders, effects]).toEqual([["first", "second"], ["second"]]);
  expect(await querySql(first.url, "select consumer_group from receiver.inbox")).toEqual([{ consumer_group: "second" }]);
  const metrics = await Promise.all([first, second].map(({ metrics }) => metrics()));
  expect(metrics.join("\n")).toContain('parley_work_leases_taken_over_total{schema="receiver",kind="tests"} 1');
});

test("a process that takes its own lost work again ends the first attempt and keeps the second one's lease", async () => {
  const attempts: { attempt: number; lost: boolean }[] = [];
  const gate = Promise.withResolvers<void>();
  const { database, url } = await startWorker({
    leaseMs: 600,
    perKey: 4,
    handle: async ({ attempts: attempt, signal }) => {
      const begun = { attempt, lost: false };
      attempts.push(begun);
      signal.addEventListener("abort", () => {
        begun.lost = true;
        if (attempt === 1) gate.resolve();
      });
      await gate.promise;
      if (attempt === 2) await delay(1_500);
    },
  });
  await add(database, "pk_1", ["x"]);
  await until(() => attempts.length === 1);

  // What another process does when the lease has ended, as after a pause of this one.
  await querySql(url, "update receiver.work set state = 'ready'");
  await until(async () => (await rows(url)).length === 0);

  expect(attempts).toEqual([
    { attempt: 1, lost: true },
    { attempt: 2, lost: false },
  ]);
});

test("work saves how far it has come, and goes on from there with the next attempt", async () => {
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

test("a process that stops hands unfinished work back at once", async () => {
  const started = Promise.withResolvers<void>();
  const slow = ({ signal }: Lease) => {
    started.resolve();
    return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const { database, url, stop } = await startWorker({ handle: slow }, undefined, { PARLEY_WORK_GRACE_MS: "50" });
  await add(database, "pk_1", ["slow"]);
  await started.promise;

  await stop();

  expect(await rows(url)).toMatchObject([{ payload: "slow", state: "ready", attempts: 0 }]);
});

test("work that is delayed begins when its time has come", async () => {
  const begun: number[] = [];
  const { database } = await startWorker({ handle: async () => void begun.push(Date.now()) });
  const addedAtMs = Date.now();

  await receiver.addWork(database, kind, [{ apiKeyId: "pk_1", payload: "later", delayMs: 300 }]);

  await until(() => begun.length === 1);
  expect((begun[0] ?? 0) - addedAtMs).toBeGreaterThanOrEqual(290);
});

test("work that is hastened does not wait for its time, also when it runs at that moment, while other work does", async () => {
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
