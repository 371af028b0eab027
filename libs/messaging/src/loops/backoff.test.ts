import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test("pauses grow with failures and never beyond their bound and a fifth", () => {
  const failures = Array.from({ length: 40 }, (_, index) => index + 1);

  expect(Math.max(...failures.map((count) => backoffMs(count, 3_000)))).toBeLessThanOrEqual(3_600);
  expect(Math.max(...failures.map((count) => backoffMs(count)))).toBeGreaterThan(20_000);
  expect(backoffMs(1, 3_000)).toBeLessThanOrEqual(120);
});
