import { expect, test } from "vitest";
import { merged, oldRows, type Row, readRows, triedRows } from "./rows.ts";

const row: Row = { part: "Postgres", name: "Postgres", version: "18.3", day: "2026-03-01", command: "npm test", differs: "" };

test("a version that nobody has run for more than a year is old", () => {
  expect(oldRows([row], "2027-03-02")).toEqual([row]);
});

test("a version that was run within the year is not old, be the year a leap year or not", () => {
  expect(oldRows([row, { ...row, day: "2027-02-28" }], "2027-03-01")).toEqual([]);
  expect(oldRows([{ ...row, day: "2027-03-01" }], "2028-02-29")).toEqual([]);
});

test("what a script sees replaces what was seen of the same version, and rows are sorted by part, name and version", () => {
  const again = { ...row, day: "2026-04-01", differs: "slower" };
  const kept = [{ ...row, version: "9.6" }, row, { ...row, part: "Runtimes" as const }];
  expect(merged(kept, [again])).toEqual([kept[2], kept[0], again]);
});

test("a row names a part of the page, a version, a day and a command", () => {
  for (const wrong of [{ part: "Databases" }, { version: "" }, { day: "today" }, { command: "" }, { since: 2026 }])
    expect(() => readRows([{ ...row, ...wrong }])).toThrow();
});

test("the rows of the page are valid, and stand in their order", () => {
  expect(merged([], triedRows())).toEqual(triedRows());
});
