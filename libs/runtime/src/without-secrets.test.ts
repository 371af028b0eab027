import { expect, test } from "vitest";
import { withoutSecrets } from "./without-secrets.ts";

test("what stands under a secret's name is replaced wherever it stands, and nothing else", () => {
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
