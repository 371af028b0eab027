import { expect, test } from "vitest";
import { figureTables, isHeld } from "./figure-tables.ts";

test("a target is held by the middle, and by the worse end of a figure that has none", () => {
  const of = { what: "a", bench: "http" };

  expect(isHeld({ ...of, value: 0.8, least: 0.5, most: 1, atLeast: 0.75 })).toBe(true);
  expect(isHeld({ ...of, least: 0.5, most: 1, atLeast: 0.75 })).toBe(false);
  expect(isHeld({ ...of, least: 0.5, most: 1, atMost: 0.75 })).toBe(false);
  expect(isHeld({ ...of, value: 3, atMost: 3 })).toBe(true);
  expect(isHeld({ ...of, value: 3 })).toBeUndefined();
});

test("the tables show each figure with its range, target and bench, and count the targets that are held", () => {
  const text = figureTables([
    {
      title: "Speed",
      figures: [
        { what: "lists", bench: "http", value: 1200, least: 1100, most: 1300, unit: "/s", atLeast: 1000 },
        { what: "memory", bench: "memory", least: 100, most: 300, unit: "MB", atMost: 200, shared: true, note: "at rest" },
      ],
    },
  ]);

  expect(text).toContain("1 of 2 targets are held.");
  expect(text).toMatch(/\| lists +\| 1,200\/s \(1,100 to 1,300\) \| ≥ 1,000\/s \| yes +\| `http` +\|/);
  expect(text).toMatch(/\| memory; at rest \| 100 to 300 MB ° +\| ≤ 200 MB +\| \*\*no\*\* \| `memory` +\|/);
});
