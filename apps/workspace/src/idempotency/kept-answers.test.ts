import { expect, test } from "vitest";
import { KeptAnswers } from "./kept-answers.ts";

const hourMs = 3_600_000;

test("a caller's responses are stored up to the limit, and each caller has its own", () => {
  const answers = new KeptAnswers(100, () => 0);

  expect([answers.admits("a", 60), answers.admits("a", 60), answers.admits("a", 40), answers.admits("a", 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(answers.admits("b", 100)).toBe(true);
});

test("responses make room once they are older than a day, and no earlier", () => {
  let nowMs = 30 * hourMs - 1;
  const answers = new KeptAnswers(100, () => nowMs);
  answers.admits("a", 100);

  nowMs += 24 * hourMs;
  expect(answers.admits("a", 1)).toBe(false);
  nowMs += 1;
  expect(answers.admits("a", 1)).toBe(true);
});
