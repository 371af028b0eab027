import { expect, test } from "vitest";
import { headerNames } from "./credential-check.ts";
import { knownCaller } from "./known-caller.ts";
import { RefusedCredentials } from "./refused-credentials.ts";

test("only a head with recently valid credentials counts as a customer's; one with its public name and another token is a stranger's", async () => {
  const refused = new RefusedCredentials({ perSecond: 10 });
  const callerOf = (headers: Record<string, string>) =>
    knownCaller(headers, headerNames("x-svc-"), { refused, users: { known: () => undefined } });
  await refused.check("192.0.2.1", "pk_1", "right", async () => "good");
  await refused.check("192.0.2.1", "pk_2", "wrong", async () => undefined);

  expect(callerOf({ "x-svc-api-key": "pk_1", "x-svc-auth-token": "right" })).toBe("pk_1");
  expect(callerOf({ "x-svc-api-key": "pk_1", "x-svc-auth-token": "wrong" })).toBe("");
  expect(callerOf({ "x-svc-api-key": "pk_1" })).toBe("");
  expect(callerOf({ "x-svc-api-key": "pk_2", "x-svc-auth-token": "wrong" })).toBe("");
  expect(callerOf({})).toBe("");
});
