import { expect, test } from "vitest";
import { RepeatBudget } from "./unary-caller.ts";

function repeatsOf(budget: RepeatBudget, calls: number): number {
  let repeats = 0;
  for (let call = 0; call < calls; call++) {
    budget.earn();
    if (budget.spend()) repeats++;
  }
  return repeats;
}

test("when all calls fail, one in ten is repeated, plus ten at first", () => {
  const budget = new RepeatBudget();

  expect(repeatsOf(budget, 1_000)).toBeLessThanOrEqual(110);
  expect(repeatsOf(budget, 1_000)).toBeLessThanOrEqual(101);
});

test("calls that succeed save up at most ten repeats", () => {
  const budget = new RepeatBudget();
  for (let call = 0; call < 100_000; call++) budget.earn();

  const repeats = Array.from({ length: 100 }, () => budget.spend()).filter(Boolean);

  expect(repeats).toHaveLength(10);
});
