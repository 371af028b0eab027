import { expect, test } from "vitest";
import { operations } from "./index.ts";

// Each of these answers when somebody else's server has, or when other work has ended.
const waiting = [
  "/v1/organizations/documents/locations/data/delete",
  "/v2/changes/get",
  "/v2/changes/stream",
  "/v2/rewriter/ask-ai",
  "/v2/rewriter/ask-ai/stream",
  "/v2/webhooks/test",
  "/v2/workspace/emailconfig/test",
];
// It reads from every service, and waits for none but those.
const long = ["/v2/users/data/get"];

test("an operation that waits for somebody else's server takes only the places for those, and holds up no other request of its caller", () => {
  const waits = operations.filter((operation) => operation.waits === true).map(({ path }) => path);

  expect(waits.toSorted()).toEqual(waiting);
});

test("an operation that may take longer than others is one that waits", () => {
  const others = operations.filter(({ timeoutMs, waits }) => timeoutMs !== undefined && waits !== true).map(({ path }) => path);

  expect(others).toEqual(long);
});
