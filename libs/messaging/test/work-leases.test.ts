import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { newEventId } from "../src/events/event.ts";
import { type Lease, LeaseLost } from "../src/index.ts";
import { receiver } from "./texts.ts";
import { add, rows, startWorker } from "./work-process.ts";

test("a lease is renewed while its work runs, however long", async () => {
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
  // With its only slot taken, this worker cannot claim the work again.
  const first = await startWorker({
    concurrency: 1,
    handle: (lease) => effect("first", first.database, lease).catch((error: unknown) => void lost.push(error)),
  });
  await add(first.database, "pk_1", ["contested"]);
  await until(() => holders.length === 1);

  const second = await startWorker({ handle: (lease) => effect("second", second.database, lease) }, first.url);
  // Simulates a suspended first worker: its lease is ended without its knowledge, repeatedly in case it was renewed meanwhile.
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

test("a process that claims its own lost work again aborts the first attempt and keeps the second one's lease", async () => {
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

  // What another process does when the lease has expired, for example while this one is suspended.
  await querySql(url, "update receiver.work set state = 'ready'");
  await until(async () => (await rows(url)).length === 0);

  expect(attempts).toEqual([
    { attempt: 1, lost: true },
    { attempt: 2, lost: false },
  ]);
});

test("a process that stops releases unfinished work at once", async () => {
  const started = Promise.withResolvers<void>();
  const slow = ({ signal }: Lease) => {
    started.resolve();
    return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const { database, url, stop } = await startWorker({ handle: slow }, undefined, { ...withConstants({ workGraceMs: 50 }) });
  await add(database, "pk_1", ["slow"]);
  await started.promise;

  await stop();

  expect(await rows(url)).toMatchObject([{ payload: "slow", state: "ready", attempts: 0 }]);
});
