import { encodeCursor } from "@parley/kernel";
import { expect, test } from "vitest";
import { cutPage, endOfTimeMs, forwardFrom, rangeFrom } from "./page.ts";

const row = (ref: number, more: { isMatch?: boolean; isScanEnd?: boolean } = {}) => ({
  createdAtMs: 1_000 + ref,
  ref,
  isMatch: true,
  isScanEnd: false,
  ...more,
});
const small = () => 1;

test("the last page has no token; the token of any other continues behind its last row", () => {
  expect(cutPage([row(1), row(2)], 2, small).nextPageToken).toBe("");

  const page = cutPage([row(1), row(2), row(3)], 2, small);

  expect(page.rows.map(({ ref }) => ref)).toEqual([1, 2]);
  expect(forwardFrom({ pageToken: page.nextPageToken })).toEqual({ afterMs: 1_002, afterRef: 2, beforeMs: endOfTimeMs });
});

test("a scan that reached its limit continues where it stopped, even without a match", () => {
  const end = row(9, { isMatch: false, isScanEnd: true });

  expect(cutPage([end], 2, small)).toEqual({ rows: [], nextPageToken: encodeCursor([1_009, 9]) });
  expect(cutPage([row(1), end], 2, small)).toMatchObject({ rows: [{ ref: 1 }], nextPageToken: encodeCursor([1_009, 9]) });
  expect(cutPage([row(1), row(9, { isScanEnd: true })], 2, small)).toMatchObject({
    rows: [{ ref: 1 }, { ref: 9 }],
    nextPageToken: encodeCursor([1_009, 9]),
  });
});

test("a page of large rows ends early and is never empty", () => {
  const page = cutPage([row(1), row(2)], 10, () => 5 * 1024 * 1024);

  expect(page).toMatchObject({ rows: [{ ref: 1 }], nextPageToken: encodeCursor([1_001, 1]) });
});

test("times limit the first page in both directions", () => {
  const times = { createdAfterMs: 10n, createdBeforeMs: 20n, pageToken: "" };

  expect(forwardFrom(times)).toEqual({ afterMs: 10, afterRef: endOfTimeMs, beforeMs: 20 });
  expect(rangeFrom(times, false)).toEqual({ ascending: false, fromMs: 20, fromRef: -1, untilMs: 10 });
  expect(rangeFrom(times, true)).toEqual({ ascending: true, fromMs: 10, fromRef: endOfTimeMs, untilMs: 20 });
});

test.each([[1.5, 1], [1e300, 1], [1, "x"], [1]])("an invented token is refused", (...cursor) => {
  expect(() => forwardFrom({ pageToken: encodeCursor(cursor) })).toThrow("page_token is not one that this service returned.");
});
