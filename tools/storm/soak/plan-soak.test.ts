import { expect, test } from "vitest";
import { planSoak, timesOf } from "./plan-soak.ts";

const seconds = 1_000;

test("Kafka is down once, in the middle, and nothing else is struck between the first quarter and the last", () => {
  const faults = planSoak(7, timesOf(7_200 * seconds, 1_800 * seconds));

  const others = faults.filter(({ target }) => target !== "kafka");
  expect(faults.filter(({ target }) => target === "kafka")).toEqual([
    { atMs: 2_700 * seconds, target: "kafka", kind: "restart", lastsMs: 1_800 * seconds },
  ]);
  expect(others.length).toBeGreaterThan(40);
  expect(others.filter(({ atMs }) => atMs > 1_800 * seconds && atMs < 5_400 * seconds)).toEqual([]);
  expect(others.every(({ target }) => target.endsWith("-link"))).toBe(true);
});

test("Kafka cannot be down for more than half of the soak", () => {
  expect(() => timesOf(100 * seconds, 51 * seconds)).toThrow("more than half of the soak");
});
