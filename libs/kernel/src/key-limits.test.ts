import { expect, test } from "vitest";
import { limitFor, mostName } from "./key-limits.ts";

test.each([
  ["the installation's when the key has none", { own: 0, most: 0 }, 7, 7],
  ["the key's when it is lower", { own: 3, most: 0 }, 7, 3],
  ["the installation's when the key's is higher", { own: 30, most: 0 }, 7, 7],
  ["the key's when the installation has none", { own: 3, most: 0 }, 0, 3],
  ["the operator's for this key, even when the installation's is lower", { own: 0, most: 20 }, 7, 20],
  ["the operator's for this key, even when the installation's is higher", { own: 0, most: 5 }, 7, 5],
  ["the key's, up to the operator's", { own: 30, most: 20 }, 7, 20],
  ["none when nobody has set one", { own: 0, most: 0 }, 0, 0],
])("the limit of a key is %s", (_, limit, ofEveryKey, holds) => {
  expect(limitFor(limit, ofEveryKey)).toBe(holds);
});

test("the most that a workspace may set is named after the limit", () => {
  expect(mostName("webhookEndpoints")).toBe("maxWebhookEndpoints");
});
