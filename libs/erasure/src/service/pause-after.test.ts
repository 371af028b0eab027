import { expect, test } from "vitest";
import { pauseAfter, pausedForMs } from "./pause-after.ts";

const chunk = { rows: 1_000, tookMs: 20, rowsPerSecond: 0, pausePercent: 25, isBusy: true };

test("a removal rests while the service has other work, and only then", () => {
  expect([pauseAfter(chunk), pauseAfter({ ...chunk, isBusy: false })]).toEqual([5, 0]);
});

test("a bound of rows a second holds whether or not there is other work", () => {
  for (const isBusy of [true, false]) expect(pauseAfter({ ...chunk, isBusy, rowsPerSecond: 1_000 })).toBe(980);
});

test("a chunk that removed nothing is no reason to rest", () => {
  expect(pauseAfter({ ...chunk, rows: 0, rowsPerSecond: 1 })).toBe(0);
});

test("a task of a paused job looks ever more seldom, once a minute at last", () => {
  expect([1, 2, 3, 5, 6, 1_000_000].map(pausedForMs)).toEqual([2_000, 4_000, 8_000, 32_000, 60_000, 60_000]);
});
