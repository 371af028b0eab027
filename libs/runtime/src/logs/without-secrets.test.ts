import { expect, test } from "vitest";
import { withoutSecrets } from "./without-secrets.ts";

test("a value under a secret's name is replaced wherever it occurs, and nothing else is", () => {
  const line = {
    path: "/v2",
    headers: { authorization: "Bearer x", accept: "*/*" },
    list: [{ password: "p" }],
    a: { b: { authToken: "t", c: 1 } },
  };

  expect(withoutSecrets(line)).toEqual({
    path: "/v2",
    headers: { authorization: "[redacted]", accept: "*/*" },
    list: [{ password: "[redacted]" }],
    a: { b: { authToken: "[redacted]", c: 1 } },
  });
  expect(line.headers.authorization).toBe("Bearer x");
});

test("a line without secrets is passed on as it is", () => {
  const line = { path: "/v2", status: 200, nested: { fine: true }, list: [1, { x: 1 }] };

  expect(withoutSecrets(line)).toBe(line);
});

test.each([
  "providerKey",
  "adminToken",
  "x-svc-auth-token",
  "PARLEY_MASTER_KEYS",
  "password",
  "clientSecret",
  "Authorization",
  "authTokens",
])("%s is the name of a secret", (name) => {
  expect(withoutSecrets({ [name]: "s" })).toEqual({ [name]: "[redacted]" });
});

test.each([
  ["apiKeyId", "pk_1"],
  ["tokenId", "t_1"],
  ["inputTokens", 12],
  ["key", "document"],
])("%s is not", (name, value) => {
  expect(withoutSecrets({ [name]: value })).toEqual({ [name]: value });
});

test("secrets are removed from deep objects and from errors too", () => {
  let nested: object = { password: "hidden" };
  for (let depth = 0; depth < 20; depth++) nested = { nested };
  const error = Object.assign(new Error("Wrong."), { password: "hidden", config: { token: "hidden" } });

  expect(JSON.stringify(withoutSecrets({ nested, error, list: [{ error }] }))).not.toContain("hidden");
});
