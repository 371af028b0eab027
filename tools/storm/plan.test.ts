import { expect, test } from "vitest";
import { planFaults, targetsOf } from "./plan.ts";

const targets = targetsOf({ pairs: true, durable: false });

test("a seed gives the same faults every time, another seed others", () => {
  expect(planFaults(7, 60_000, targets)).toEqual(planFaults(7, 60_000, targets));
  expect(planFaults(7, 60_000, targets)).not.toEqual(planFaults(8, 60_000, targets));
});

test.each([1, 2, 3, 4, 5])(
  "in a minute every process and every link is struck, and none while it is still recovering (seed %i)",
  (seed) => {
    const faults = planFaults(seed, 60_000, targets);

    expect(new Set(faults.map(({ target }) => target))).toEqual(new Set(targets));
    for (const target of targets) {
      const own = faults.filter((fault) => fault.target === target);
      for (const [index, { atMs }] of own.entries()) {
        const before = own[index - 1];
        if (before !== undefined) expect(atMs).toBeGreaterThan(before.atMs + before.lastsMs);
      }
    }
    expect(Math.max(...faults.map(({ atMs, lastsMs }) => atMs + lastsMs))).toBeLessThanOrEqual(60_000);
  },
);

test("the power is cut if commits are flushed; otherwise the disk becomes full", () => {
  const flushed = targetsOf({ pairs: true, durable: true });

  const cuts = planFaults(7, 60_000, flushed).filter(({ target }) => target === "power");
  expect(cuts.length).toBeGreaterThan(0);
  expect(new Set(cuts.map(({ kind }) => kind))).toEqual(new Set(["cut"]));
  expect(flushed.filter((target) => target !== "power")).toEqual(targets.filter((target) => target !== "disk"));
});

test("servers that have rows are struck like Postgres, and without them the plan is the same as ever", () => {
  const spread = targetsOf({ pairs: true, durable: false, citus: true });

  const faults = planFaults(7, 90_000, spread);
  for (const worker of ["postgres-worker-1", "postgres-worker-2"]) {
    expect(new Set(faults.filter(({ target }) => target === worker).map(({ kind }) => kind))).toContain("kill");
  }
  expect(spread.filter((target) => !target.startsWith("postgres-worker"))).toEqual(targets);
});
