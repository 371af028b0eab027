import { expect, test } from "vitest";
import { isWorse } from "./kept-figures.ts";

const figure = (median: number, least: number, most: number, better: "higher" | "lower" = "higher") => ({
  name: "list",
  median,
  least,
  most,
  better,
});

test("a ratio counts as worse when the rounds of the two runs do not overlap", () => {
  expect(isWorse(figure(0.5, 0.48, 0.55), figure(0.7, 0.65, 0.75))).toBe(true);
  expect(isWorse(figure(0.6, 0.5, 0.72), figure(0.7, 0.65, 0.75))).toBe(false);
  expect(isWorse(figure(0.66, 0.64, 0.68), figure(0.7, 0.65, 0.75))).toBe(false);
  expect(isWorse(figure(0.9, 0.85, 0.95), figure(0.7, 0.65, 0.75))).toBe(false);
  expect(isWorse(figure(2.4, 2.2, 2.6, "lower"), figure(1.3, 1.2, 1.5, "lower"))).toBe(true);
  expect(isWorse(figure(1.1, 1, 1.2, "lower"), figure(1.3, 1.2, 1.5, "lower"))).toBe(false);
});
