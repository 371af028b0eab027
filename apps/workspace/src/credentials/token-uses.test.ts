import { expect, test } from "vitest";
import { TokenUses } from "./token-uses.ts";

test("a token in constant use is noted once a minute, and each token separately", () => {
  let now = 0;
  const uses = new TokenUses(() => now);
  const use = { isApiKey: true, principalId: "pk_1", tokenId: "a" };
  const other = { ...use, tokenId: "b" };

  for (; now < 150_000; now += 1_000) uses.note(use);
  uses.note(other);

  expect(uses.take()).toEqual([use, use, use, other]);
  expect(uses.take()).toEqual([]);
});
