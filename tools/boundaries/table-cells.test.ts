import { expect, test } from "vitest";
import { longestCell, wideCells } from "./table-cells.ts";

const fitting = "x".repeat(longestCell);

test("a table cell above the limit is found by its line", () => {
  const page = `# Page\n\n| a | b |\n| --- | --- |\n| ${fitting} | b |\n| a | ${fitting}x |\n`;

  expect(wideCells(page)).toEqual([6]);
});

test("long prose, long separators and escaped borders do not count as wide cells", () => {
  const page = `${"word ".repeat(100)}\n\n| a |\n| ${"-".repeat(300)} |\n| ${"y".repeat(80)} \\| z |\n`;

  expect(wideCells(page)).toEqual([]);
});
