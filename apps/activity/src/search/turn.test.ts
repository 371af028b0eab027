import { setImmediate as turnOfLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turn } from "./turn.ts";

test("of the searches that wait one begins in each turn of the event loop, in order", async () => {
  const begun: number[] = [];
  const all = [1, 2, 3].map(async (nth) => {
    await new Turn().next();
    begun.push(nth);
  });

  const seen: number[] = [];
  while (begun.length < 3) {
    await turnOfLoop();
    seen.push(begun.length);
  }
  await Promise.all(all);

  expect(begun).toEqual([1, 2, 3]);
  expect(seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 1)).toBe(true);
});

test("a search that has not begun waits, and one that has goes on until its turn is over", async () => {
  const turn = new Turn();
  const before = turn.isOver;
  await turn.next();
  const within = turn.isOver;
  const beganMs = performance.now();
  while (performance.now() < beganMs + 3);

  expect([before, within, turn.isOver]).toEqual([true, false, true]);
});
