import { expect, test } from "vitest";
import { latencyStep, latencySteps, quantileMs } from "./latencies.ts";

const countsOf = (durations: readonly number[]) => {
  const counts = Array.from({ length: latencySteps }, () => 0);
  for (const each of durations) counts[latencyStep(each)] = (counts[latencyStep(each)] ?? 0) + 1;
  return counts;
};

test("a quantile lies in the step of the request at its rank", () => {
  expect(quantileMs(countsOf([...Array(95).fill(3), ...Array(5).fill(800)]), 0.95)).toBeLessThanOrEqual(5);
  expect(quantileMs(countsOf([...Array(90).fill(3), ...Array(10).fill(800)]), 0.95)).toBe(750);
  expect(quantileMs(countsOf([40]), 0.95)).toBeGreaterThan(25);
  expect(quantileMs(countsOf([40]), 0.95)).toBeLessThanOrEqual(50);
});

test("counts of several gateways add up to those of all", () => {
  const left = countsOf([1, 2, 700]);
  const right = countsOf([7, 80, 9_000]);

  const sum = left.map((count, step) => count + (right[step] ?? 0));

  expect(sum).toEqual(countsOf([1, 2, 700, 7, 80, 9_000]));
});

test("without requests there is no quantile, and in the last step it is that step's lower bound", () => {
  expect(quantileMs([], 0.95)).toBeNull();
  expect(quantileMs(countsOf([60_000]), 0.95)).toBe(10_000);
});
