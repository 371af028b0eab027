import { expect, test } from "vitest";
import { table } from "./table.ts";

test("columns are as wide as their widest cell, also if characters take two columns", () => {
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

test("a cell is one line without control sequences, and a long one is cut", () => {
  const [, line = ""] = table([{ text: `\u001b[2Jone\ntwo ${"x".repeat(100)}` }], { text: ({ text }) => text });

  expect(line).toMatch(/^one two x+…$/);
  expect([...line]).toHaveLength(60);
});
