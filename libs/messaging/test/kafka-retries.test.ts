import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { describe, expect, test } from "vitest";
import { newTopics } from "./kafka.ts";
import { bodies, count, newShape, startBoth } from "./parley.ts";
import { save } from "./texts.ts";

const brokers = await kafkaForTests();

describe.skipIf(brokers === undefined)("of a partition of which a message fails again and again", () => {
  test("messages of other keys take effect between its attempts, and those of its key wait", async () => {
    const environment = await newTopics(brokers ?? "", { PARLEY_TOPIC_PARTITIONS: "1" });
    const shape = await newShape({ ...environment, ...withConstants({ consumerMaxAttempts: 100 }) });
    const world = { broken: true, attempts: 0 };
    const { database } = await startBoth(shape, {
      before: ({ value }) => {
        if (value !== "fails" || !world.broken) return;
        world.attempts++;
        throw new TypeError("Cannot read properties of undefined.");
      },
    });
    await save(database, "note", "fails");
    await save(database, "note", "behind");

    let others = 0;
    // Repeats until another event passes without an attempt at the failing one: the attempts become rare.
    await until(async () => {
      const before = world.attempts;
      others++;
      await save(database, `other${others}`, `other ${others}`);
      await until(async () => (await bodies(shape)).includes(`other ${others}`), 50_000);
      return world.attempts > 2 && world.attempts === before;
    }, 50_000);
    const meanwhile = await bodies(shape);
    world.broken = false;

    expect(meanwhile).not.toContain("behind");
    await until(async () => (await count(shape, "receiver.effects")) === others + 2, 50_000);
    const seen = await bodies(shape);
    expect(seen.filter((body) => !body.startsWith("other"))).toEqual(["fails", "behind"]);
  }, 120_000);
});
