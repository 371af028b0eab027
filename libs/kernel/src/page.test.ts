import { expect, test } from "vitest";
import { bytesOfRow, cutPage, decodeCursor, fittingRows, PageBytes, pageSizeOf } from "./page.ts";

test("a page admits rows up to 256 KiB, and one row of any size", () => {
  const page = new PageBytes();
  expect(page.admits(5 * 1024 * 1024)).toBe(true);
  expect(page.admits(1)).toBe(false);

  const full = new PageBytes();
  expect([1, 2, 3].map(() => full.admits(128 * 1024))).toEqual([true, true, false]);
});

test("a page says how many more rows of average size fit, plus one that does not", () => {
  const page = new PageBytes();
  for (let row = 0; row < 4; row++) page.admits(32 * 1024);
  expect(page.more).toBe(5);
  for (let row = 0; row < 5; row++) page.admits(32 * 1024);
  expect(page.more).toBe(0);

  const large = new PageBytes();
  large.admits(5 * 1024 * 1024);
  expect(large.more).toBe(1);
});

test("texts count with their bytes on the wire, however deep they are nested", () => {
  const row = { id: "a", texts: ["é".repeat(100), { more: "👍".repeat(100) }], count: 1n, missing: null };

  expect(bytesOfRow(row)).toBeGreaterThanOrEqual(1 + 200 + 400);
  expect(bytesOfRow(row)).toBeLessThan(1 + 200 + 400 + 100);
});

test("rows fit by their measured bytes, not by an estimate", () => {
  // An estimate of three bytes a character would find these too large.
  const latin = Array.from({ length: 10 }, () => ({ text: "x".repeat(20 * 1024) }));
  const wide = Array.from({ length: 10 }, () => ({ text: "漢".repeat(20 * 1024) }));

  expect(fittingRows(latin, 9)).toHaveLength(9);
  expect(fittingRows(wide, 9)).toHaveLength(4);
  expect(fittingRows([{ id: "a" }, { id: "b" }], 1)).toEqual([{ id: "a" }]);
});

const rows = (count: number, metadata = "{}") => Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, metadata }));
const byId = ({ id }: { id: string }) => [id];

test("the last page has no token, any other continues behind its last row", () => {
  expect(cutPage(rows(2), 2, byId).nextPageToken).toBe("");

  const { shown, nextPageToken } = cutPage(rows(3), 2, byId);

  expect(shown.map(({ id }) => id)).toEqual(["id-0", "id-1"]);
  expect(decodeCursor(nextPageToken, ["string"])).toEqual(["id-1"]);
  expect(pageSizeOf(0, 2)).toEqual({ size: 2, limit: 3 });
});

test("a page of long texts ends early and is never empty", () => {
  const large = JSON.stringify({ text: "x".repeat(1.5 * 1024 * 1024) });

  const { shown, nextPageToken } = cutPage(rows(3, large), 10, byId);

  expect(shown).toHaveLength(1);
  expect(nextPageToken).not.toBe("");
});
