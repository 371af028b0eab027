import { expect, test } from "vitest";
import { BodyBudget } from "./body-budget.ts";

test("a holder gets a quarter of the room, and is told to close", () => {
  const budget = new BodyBudget(400);
  budget.take("a", 60);

  expect(() => budget.take("a", 60)).toThrow(expect.objectContaining({ kind: "resource_exhausted", headers: { connection: "close" } }));
  expect(() => budget.take("b", 60)).not.toThrow();
});

test("when there is no room at all it is UNAVAILABLE, and there is room again when bodies have gone", () => {
  const budget = new BodyBudget(400);
  const [giveBack] = ["a", "b", "c", "d"].map((holder) => budget.take(holder, 100));

  expect(() => budget.take("e", 1)).toThrow(expect.objectContaining({ kind: "unavailable", headers: { connection: "close" } }));
  giveBack?.();

  expect(() => budget.take("e", 1)).not.toThrow();
});

test("a single body fits, however small the budget is", () => {
  expect(() => new BodyBudget(10).take("a", 1_000)).not.toThrow();
});
