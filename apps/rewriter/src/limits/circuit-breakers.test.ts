import { expect, test } from "vitest";
import { CircuitBreakers } from "./circuit-breakers.ts";

function circuitsAt(maxFailures: number, pauseMs: number) {
  const clock = { ms: 0 };
  const circuits = new CircuitBreakers({ maxFailures, pauseMs, now: () => clock.ms });
  const fail = (name: string) => circuits.record(name, { fault: "It failed." });
  return { clock, circuits, fail };
}

test("calls pause after the maximum of failures in a row, and only for the failing name", () => {
  const { circuits, fail } = circuitsAt(3, 1_000);

  fail("a");
  fail("a");
  const before = circuits.pause("a");
  fail("a");

  expect(before).toBeUndefined();
  expect(circuits.pause("a")).toEqual({ leftMs: 1_000, lastFault: "It failed." });
  expect(circuits.pause("b")).toBeUndefined();
});

test("a success resets the count", () => {
  const { circuits, fail } = circuitsAt(2, 1_000);

  fail("a");
  circuits.record("a", "success");
  fail("a");

  expect(circuits.pause("a")).toBeUndefined();
});

test("after the pause a single call probes, and the others are paused until its outcome", () => {
  const { clock, circuits, fail } = circuitsAt(1, 1_000);
  fail("a");
  clock.ms = 1_000;

  expect(circuits.pause("a")).toBeUndefined();
  expect(circuits.pause("a")).toEqual({ leftMs: 0, lastFault: "It failed." });
  fail("a");
  expect(circuits.pause("a")).toEqual({ leftMs: 1_000, lastFault: "It failed." });
  clock.ms = 2_000;
  expect(circuits.pause("a")).toBeUndefined();
  circuits.record("a", "success");
  expect(circuits.pause("a")).toBeUndefined();
});

test("when the probing call is abandoned, the next one probes", () => {
  const { clock, circuits, fail } = circuitsAt(1, 1_000);
  fail("a");
  clock.ms = 1_000;
  circuits.pause("a");

  circuits.record("a", "unknown");

  expect(circuits.pause("a")).toBeUndefined();
});
