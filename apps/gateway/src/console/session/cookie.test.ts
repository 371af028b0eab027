import { expect, test } from "vitest";
import { cookieOf, setCookie } from "./cookie.ts";

test("a cookie for TLS is bound to this very host, and one without the prefix does not replace it", () => {
  const set = setCookie("parley", "sealed", { expiresAtMs: Date.now() + 60_500, isSecure: true, sameSite: "Lax" });

  expect(set).toBe("__Host-parley=sealed; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure");
  expect(cookieOf({ cookie: "parley=planted; __Host-parley=own" }, "parley", true)).toBe("own");
  expect(cookieOf({ cookie: "parley=planted" }, "parley", true)).toBeUndefined();
  expect(cookieOf({ cookie: "a=b; parley=plain" }, "parley", false)).toBe("plain");
});
