import { expect, test } from "vitest";
import { growthOf } from "./growth.ts";
import type { Sample } from "./samples.ts";

const durationS = 800;

function series(kind: Sample["kind"], value: (atS: number) => number): Sample[] {
  return Array.from({ length: durationS / 10 }, (_, n) => ({ atS: n * 10, kind, name: "users", value: value(n * 10) }));
}

test.each([
  { what: "memory that grows from start to end", samples: series("memory MB", (atS) => 100 + atS), leaks: true },
  { what: "a heap that grows while it warms up", samples: series("memory MB", (atS) => Math.min(180, 80 + atS * 2)), leaks: false },
  { what: "files that are opened and not closed", samples: series("open files", (atS) => 30 + atS / 10), leaks: true },
  { what: "a peak in the middle", samples: series("connections", (atS) => (atS > 350 && atS < 450 ? 90 : 20)), leaks: false },
])("$what: leaks $leaks", ({ samples, leaks }) => {
  expect(growthOf(samples, durationS).map((growth) => growth.leaks)).toEqual([leaks]);
});
