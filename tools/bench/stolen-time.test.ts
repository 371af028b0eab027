import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StolenTime, stolenTicksIn } from "./stolen-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("time that was taken disturbs what ran since the last look, and what began within the next 100 ms", () => {
  let ticks = 7;
  const beganMs = performance.now();
  using stolen = new StolenTime(() => ticks);
  const wasTaken = (fromMs: number, toMs: number) => stolen.wasTaken(beganMs + fromMs, beganMs + toMs);

  vi.advanceTimersByTime(250);
  expect(wasTaken(0, 250)).toBe(false);

  ticks++;
  vi.advanceTimersByTime(50);
  expect(wasTaken(0, 199)).toBe(false);
  expect(wasTaken(0, 201)).toBe(true);
  expect(wasTaken(399, 500)).toBe(true);
  expect(wasTaken(401, 500)).toBe(false);

  vi.advanceTimersByTime(200);
  expect(wasTaken(401, 500)).toBe(false);
});

test("a last look finds what was taken since the one before", () => {
  let ticks = 0;
  const beganMs = performance.now();
  using stolen = new StolenTime(() => ticks);

  ticks = 3;
  vi.advanceTimersByTime(40);
  stolen.look();

  expect(stolen.wasTaken(beganMs + 30, beganMs + 40)).toBe(true);
});

test("Linux tells the time that was taken among its processor times", () => {
  expect(stolenTicksIn("cpu  72568 1527 18883 60962 685 2 1952 1391 5 6\ncpu0 36284 763 9441 30481 342 1 976 695 2 3\n")).toBe(1391);
});
