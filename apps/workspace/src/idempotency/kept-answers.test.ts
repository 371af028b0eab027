import { expect, test } from "vitest";
import { KeptAnswers } from "./kept-answers.ts";

const hourMs = 3_600_000;

test("a caller's responses are stored up to the limit, and each caller has its own", () => {
  const answers = new KeptAnswers(100, () => 0);

  expect([answers.admits("a", "k", 60), answers.admits("a", "k", 60), answers.admits("a", "k", 40), answers.admits("a", "k", 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(answers.admits("b", "k", 100)).toBe(true);
});

test("responses make room once they are older than a day, and no earlier", () => {
  let nowMs = 30 * hourMs - 1;
  const answers = new KeptAnswers(100, () => nowMs);
  answers.admits("a", "k", 100);

  nowMs += 24 * hourMs;
  expect(answers.admits("a", "k", 1)).toBe(false);
  nowMs += 1;
  expect(answers.admits("a", "k", 1)).toBe(true);
});

test("a user's responses are stored up to a hundredth of the API key's, and those of all its users up to a half", () => {
  const answers = new KeptAnswers(1_000, () => 0);
  const keyOf = (user: number) => `user-${String(user).padStart(43, "0")}-key`;

  expect([answers.admits("a", keyOf(0), 10), answers.admits("a", keyOf(0), 1)]).toEqual([true, false]);
  const others = Array.from({ length: 60 }, (_, index) => answers.admits("a", keyOf(index + 1), 10));
  expect(others.filter(Boolean)).toHaveLength(49);
  expect([answers.admits("a", "k", 500), answers.admits("a", "k", 1)]).toEqual([true, false]);
});
