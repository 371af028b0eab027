import { until } from "@parley/testing";
import { afterAll, describe, expect, test } from "vitest";
import { newTopics } from "./kafka.ts";
import { ownBroker } from "./own-broker.ts";
import { bodies, count, newShape, startBoth } from "./parley.ts";
import { save } from "./texts.ts";

const broker = await ownBroker("A KAFKA OUTAGE");

afterAll(() => broker?.remove());

describe.skipIf(broker === undefined)("while Kafka is away", () => {
  test("changes are as fast as ever, the service is ready, and afterwards every event arrives in order", { timeout: 120_000 }, async () => {
    if (broker === undefined) return;
    const shape = await newShape(await newTopics(broker.brokers));
    const { process, database } = await startBoth(shape);
    await save(database, "note", "0");
    await until(async () => (await bodies(shape)).length === 1, 20_000);

    await broker.kill();
    const times: number[] = [];
    for (let change = 1; change <= 300; change++) {
      const startedMs = performance.now();
      await save(database, "note", `${change}`);
      times.push(performance.now() - startedMs);
    }
    const ready = await fetch(`http://127.0.0.1:${process.process.opsPort}/readyz`, { headers: { connection: "close" } });
    const waiting = await count(shape, "sender.outbox");
    await broker.restart();
    const backMs = performance.now();
    await until(async () => (await count(shape, "receiver.effects")) > 1, 60_000);
    const secondsToFirst = (performance.now() - backMs) / 1_000;
    await until(async () => (await count(shape, "receiver.effects")) >= 301, 60_000);

    expect(times.sort((a, b) => a - b).at(-3)).toBeLessThan(250);
    expect([ready.status, waiting]).toEqual([200, 300]);
    // A pause of at most 3 s, and a session of 2 s that has to end before partitions are reassigned.
    expect(secondsToFirst, "seconds from Kafka's return to the first event").toBeLessThan(20);
    expect(await bodies(shape)).toEqual(Array.from({ length: 301 }, (_, change) => `${change}`));
    await until(async () => (await count(shape, "sender.outbox")) === 0);
  });

  test("a process stops within seconds, and publishes the remaining events after its next start", {
    timeout: 120_000,
  }, async () => {
    if (broker === undefined) return;
    const shape = await newShape(await newTopics(broker.brokers));
    const first = await startBoth(shape);
    await save(first.database, "note", "before");
    await until(async () => (await bodies(shape)).length === 1, 20_000);

    await broker.kill();
    await save(first.database, "note", "during");
    const startedMs = performance.now();
    await first.process.stop();
    const stopMs = performance.now() - startedMs;
    await startBoth(shape);
    await broker.restart();

    await until(async () => (await bodies(shape)).length === 2, 60_000);
    expect(await bodies(shape)).toEqual(["before", "during"]);
    expect(stopMs).toBeLessThan(10_000);
  });
});
