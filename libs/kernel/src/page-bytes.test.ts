import { expect, test } from "vitest";
import { bytesOfRow, PageBytes } from "./page-bytes.ts";

test("a page admits rows up to 2 MiB, and one row of any size", () => {
  const page = new PageBytes();
  expect(page.admits(5 * 1024 * 1024)).toBe(true);
  expect(page.admits(1)).toBe(false);

  const full = new PageBytes();
  expect([1, 2, 3].map(() => full.admits(1024 * 1024))).toEqual([true, true, false]);
});

test("texts count with the bytes that they take on the wire, however deep they are", () => {
  const row = { id: "a", texts: ["é".repeat(100), { more: "👍".repeat(100) }], count: 1n, missing: null };

  expect(bytesOfRow(row)).toBeGreaterThanOrEqual(1 + 200 + 400);
  expect(bytesOfRow(row)).toBeLessThan(1 + 200 + 400 + 100);
});
