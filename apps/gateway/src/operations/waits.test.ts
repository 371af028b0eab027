import { expect, test } from "vitest";
import { operations } from "./index.ts";

// Each of these operations responds only after an outside server has responded or other work has ended.
const waiting = [
  "/v1/organizations/documents/locations/data/delete",
  "/v2/changes/get",
  "/v2/changes/stream",
  "/v2/rewriter/ask-ai",
  "/v2/rewriter/ask-ai/stream",
  "/v2/webhooks/test",
  "/v2/workspace/emailconfig/test",
];
// Reads from every service, and waits for nothing else.
const long = ["/v2/users/data/get"];

test("an operation that waits for an outside server takes only places for such requests, and delays no other request of its caller", () => {
  const waits = operations.filter((operation) => operation.waits === true).map(({ path }) => path);

  expect(waits.toSorted()).toEqual(waiting);
});

test("an operation with a longer time limit is declared as waiting", () => {
  const others = operations.filter(({ timeoutMs, waits }) => timeoutMs !== undefined && waits !== true).map(({ path }) => path);

  expect(others).toEqual(long);
});
