import { expect, test } from "vitest";
import { TokenBuckets } from "./token-buckets.ts";

test("a bucket gives out its tokens, then those added each second, for each name by itself", () => {
  let nowMs = 0;
  const buckets = new TokenBuckets({ perSecond: 2, capacity: 3, now: () => nowMs });
  const taken = (name: string) => Array.from({ length: 10 }, () => buckets.take(name)).filter(Boolean).length;

  expect([taken("a"), taken("b")]).toEqual([3, 3]);
  expect([buckets.left("a"), buckets.waitSeconds("a")]).toEqual([0, 1]);
  nowMs += 1_000;
  expect(taken("a")).toBe(2);
  nowMs += 60_000;
  expect(taken("a")).toBe(3);
});
