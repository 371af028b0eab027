import { expect, test } from "vitest";
import { askedTogether } from "./asked-together.ts";

test("questions of one turn are answered together, and those of a later turn anew", async () => {
  const asked: number[][] = [];
  const answerTo = askedTogether(async (questions: readonly number[]) => {
    asked.push([...questions]);
    return new Map(questions.map((question) => [question, -question]));
  });

  const [one, others] = await Promise.all([answerTo([1]), answerTo([2, 3])]);
  const later = await answerTo([4]);

  expect([one.get(1), others.get(2), others.get(3), later.get(4)]).toEqual([-1, -2, -3, -4]);
  expect(asked).toEqual([[1, 2, 3], [4]]);
});
