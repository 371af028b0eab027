import { expect, test } from "vitest";
import { entryList } from "./entries.ts";

test("an entry says its name, its facts and its meaning, on lines that fit an editor", () => {
  const meaning = "word ".repeat(60).trim();
  const text = entryList([
    { name: "`A`", facts: ["default 1", "read by users"], meaning },
    { name: "`B`", facts: [], meaning: "" },
  ]);

  expect(text).toMatch(/^- `A` \(default 1; read by users\): word /);
  expect(text).toMatch(/\n- `B`\n$/);
  expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(150);
  expect(text.match(/word/g)).toHaveLength(60);
});

test("a wrapped line never begins as an item of another list", () => {
  const words = Array.from({ length: 80 }, () => "words - 1. +").join(" ");

  const lines = entryList([{ name: "`A`", facts: [], meaning: words }]).split("\n");

  expect(lines.slice(1).filter((line) => /^ {2}(?:[-+*]|\d+[.)]) /.test(line))).toEqual([]);
});
