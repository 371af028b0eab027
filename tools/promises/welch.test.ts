import { expect, test } from "vitest";
import { trimmed, welch } from "./welch.ts";

const spread = (from: number) => Array.from({ length: 200 }, (_, n) => from + (n % 20));

test("samples of one distribution are not distinguished; samples that differ by a tenth of their spread or more are", () => {
  expect(Math.abs(welch(spread(100), spread(100)).t)).toBe(0);
  expect(welch(spread(105), spread(100)).t).toBeGreaterThan(4.5);
  expect(welch(spread(105), spread(100)).difference).toBe(5);
});

test("outliers do not hide a difference", () => {
  const held = [...spread(105), 90_000, 3_000];

  expect(welch(held, spread(100)).t).toBeLessThan(2);
  expect(welch(...trimmed(held, spread(100), 0.9)).t).toBeGreaterThan(4.5);
});
