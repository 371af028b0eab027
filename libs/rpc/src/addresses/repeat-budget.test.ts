import { expect, test } from "vitest";
import { RepeatBudget } from "./repeat-budget.ts";

function repeatsOf(budget: RepeatBudget, calls: number): number {
  let repeats = 0;
  for (let call = 0; call < calls; call++) {
    budget.earn();
    if (budget.spend()) repeats++;
  }
  return repeats;
}

test("of calls that all fail one in ten is repeated, and ten more at first", () => {
  const budget = new RepeatBudget();

  expect(repeatsOf(budget, 1_000)).toBeLessThanOrEqual(110);
  expect(repeatsOf(budget, 1_000)).toBeLessThanOrEqual(101);
});

test("calls that needed no repeat save up ten of them at most", () => {
  const budget = new RepeatBudget();
  for (let call = 0; call < 100_000; call++) budget.earn();

  const repeats = Array.from({ length: 100 }, () => budget.spend()).filter(Boolean);

  expect(repeats).toHaveLength(10);
});
