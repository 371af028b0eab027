import { expect, test } from "vitest";
import { backoffMs, GrowingDelay } from "./backoff.ts";

test("pauses grow with failures and never beyond their bound and a fifth", () => {
  const failures = Array.from({ length: 40 }, (_, index) => index + 1);

  expect(Math.max(...failures.map((count) => backoffMs(count, 3_000)))).toBeLessThanOrEqual(3_600);
  expect(Math.max(...failures.map((count) => backoffMs(count)))).toBeGreaterThan(20_000);
  expect(backoffMs(1, 3_000)).toBeLessThanOrEqual(120);
});

test("a growing delay is twice as long each time up to its limit, and short again after a reset", () => {
  const delay = new GrowingDelay(250, 1_000);

  const delays = Array.from({ length: 4 }, () => delay.next());
  delay.reset();

  expect([...delays, delay.next()]).toEqual([250, 500, 1_000, 1_000, 250]);
});
