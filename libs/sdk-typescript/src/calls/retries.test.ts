import { expect, test } from "vitest";
import { errorOf } from "../errors/errors.ts";
import { isPassing, retryAfterMs, waitMs } from "./retries.ts";

test("waits double up to ten seconds with jitter, and never end before Retry-After", () => {
  const plain = errorOf(503, "", "", undefined);
  const asked = errorOf(429, "", "", 3_000);

  expect([0, 1, 2, 9].map((attempt) => waitMs(attempt, plain, 60_000, () => 1))).toEqual([200, 400, 800, 10_000]);
  expect(waitMs(0, plain, 60_000, () => 0)).toBe(100);
  expect(waitMs(0, asked, 60_000, () => 0)).toBe(3_000);
  expect(waitMs(0, errorOf(503, "", "", 90_000), 60_000)).toBeUndefined();
});

test("Retry-After is read as seconds and as a date", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");

  expect(retryAfterMs("2", now)).toBe(2_000);
  expect(retryAfterMs("Sat, 21 Nov 2026 10:00:05 GMT", now)).toBe(5_000);
  expect(retryAfterMs("Sat, 21 Nov 2026 09:00:00 GMT", now)).toBe(0);
  expect(retryAfterMs("soon", now)).toBeUndefined();
  expect(retryAfterMs(null, now)).toBeUndefined();
});

test("a stored response to an earlier request is not temporary", () => {
  const aborted = (replayed: boolean) => errorOf(409, '{"error":{"status":"ABORTED"}}', "", undefined, replayed);

  expect([isPassing(aborted(false)), isPassing(aborted(true))]).toEqual([true, false]);
});
