import type { KeyLimit } from "@parley/kernel";
import { expect, test } from "vitest";
import { RequestRate } from "./request-rate.ts";

const keyWith = (own: number, most = 0): KeyLimit => ({ own, most });

/** How many of a hundred simultaneous requests these gateways admit together. */
function admitted(gateways: readonly RequestRate[], limit: KeyLimit): number {
  const results = Array.from({ length: 100 }, (_, index) => {
    try {
      return gateways[index % gateways.length]?.count("pk_1", limit);
    } catch {
      return undefined;
    }
  });
  return results.filter((headers) => headers !== undefined).length;
}

test.each([
  ["the installation's where the key has none", 7, keyWith(0), 7],
  ["the key's where it is lower", 7, keyWith(3), 3],
  ["the installation's where the key's is higher", 7, keyWith(30), 7],
  ["the key's where the installation has none", 0, keyWith(3), 3],
  ["the operator's for this key, though the installation's is lower", 7, keyWith(0, 20), 20],
  ["the key's, up to the operator's", 7, keyWith(30, 20), 20],
])("the limit of a key is %s", (_, ofEveryKey, limits, limit) => {
  expect(admitted([new RequestRate(ofEveryKey, { now: () => 0 })], limits)).toBe(limit);
});

test("without any limit the response has no header about one", () => {
  expect(new RequestRate(0).count("pk_1", keyWith(0))).toEqual({});
});

test("three gateways let through at least the limit and at most three times as much", () => {
  const gateways = () => Array.from({ length: 3 }, () => new RequestRate(0, { now: () => 0 }));

  expect(admitted(gateways().slice(0, 1), keyWith(5))).toBe(5);
  expect(admitted(gateways(), keyWith(5))).toBe(15);
});
