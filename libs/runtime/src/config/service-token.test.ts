import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { presentedToken, tokenProblem } from "./service-token.ts";

const own = "the-own-token-of-users";
const digest = createHash("sha256").update(own).digest("hex");
const shared = "the-token-that-all-share";

test.each([
  [own, [`users:sha256:${digest}`], own],
  [own, [shared, `users:sha256:${digest}`], own],
  [undefined, [shared, `users:${own}`], own],
  [undefined, [shared], shared],
  [undefined, [`users:sha256:${digest}`], undefined],
])("with %j of its own and %j accepted, users presents %j", (ownServiceToken, serviceTokens, presented) => {
  expect(presentedToken({ ownServiceToken, serviceTokens }, "users")).toBe(presented);
});

test("a service whose token the others would refuse learns what to add, and one without a token learns that it has none", () => {
  const serviceTokens = [`activity:sha256:${digest}`];

  expect(tokenProblem({ ownServiceToken: own, serviceTokens }, "activity")).toBeUndefined();
  expect(tokenProblem({ ownServiceToken: own, serviceTokens: [own] }, "users")).toBeUndefined();
  expect(tokenProblem({ ownServiceToken: own, serviceTokens }, "users")).toContain(`Add users:sha256:${digest} everywhere.`);
  expect(tokenProblem({ ownServiceToken: undefined, serviceTokens }, "activity")).toContain("has no token that activity could present");
});
