import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

const known = ["mcp", "users.list", "users.add", "organizations.list", "webhooks.getConfig"];

test.each([
  ["users.lsit", " Did you mean users.list?"],
  ["user.list", " Did you mean users.list?"],
  ["Users.Add", " Did you mean users.add?"],
  ["webhooks.getconfg", " Did you mean webhooks.getConfig?"],
  ["users.ad", " Did you mean users.add?"],
  ["mpc", " Did you mean mcp?"],
  ["quotas", ""],
  ["x", ""],
])("for %s the hint is%s", (typed, said) => {
  expect(didYouMean(typed, known)).toBe(said);
});
