import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.parse("2026-11-21T00:00:00Z");

test.each([
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after": "2", "retry-after-ms": "150" }, 150],
  [{ "retry-after": "Sat, 21 Nov 2026 00:00:10 GMT" }, 10_000],
  [{ "retry-after": "Fri, 20 Nov 2026 00:00:00 GMT" }, 0],
  [{ "retry-after": "999999" }, 86_400_000],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after": "9".repeat(400) }, undefined],
  [{}, undefined],
])("%j means %s", (headers, expected) => {
  expect(retryAfterMs(headers, now)).toBe(expected);
});
