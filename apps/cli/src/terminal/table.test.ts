import { expect, test } from "vitest";
import { table } from "./table.ts";

test("columns are as wide as their widest cell, also where a character takes two columns", () => {
  const rows = [
    { id: "a", name: "Ada" },
    { id: "bcd", name: "山田 👍" },
    { id: "e", name: null },
  ];

  expect(table(rows, { id: ({ id }) => id, name: ({ name }) => name, end: () => "|" })).toEqual([
    "ID   NAME     END",
    "a    Ada      |",
    "bcd  山田 👍  |",
    "e             |",
  ]);
});

test("a cell is one line that moves no cursor, and is cut when it is long", () => {
  const [, line = ""] = table([{ text: `\u001b[2Jone\ntwo ${"x".repeat(100)}` }], { text: ({ text }) => text });

  expect(line).toMatch(/^one two x+…$/);
  expect([...line]).toHaveLength(60);
});
