import { expect, test } from "vitest";
import { readRowLimits, writeRowLimits } from "./row-limits.ts";

test("written limits are read back", () => {
  const limits = { users: { own: 5, most: 50 }, annotations: { own: 0, most: 7 } };

  expect(writeRowLimits(limits)).toBe("users=5/50 annotations=0/7");
  expect(readRowLimits(writeRowLimits(limits))).toEqual(limits);
  expect(readRowLimits(undefined)).toBeUndefined();
});

test.each([
  ["is none", "users=5/50/1 users=-5/1 users users=/ =5/5 __proto__=1/1 constructor=1/1 users=99999999999/1"],
  ["is of a later release", "boxes=5/50"],
])("a word that %s is ignored", (_, words) => {
  expect(readRowLimits(`${words} comments=1/2`)).toEqual({ comments: { own: 1, most: 2 } });
});
