import { styleText } from "node:util";
import { expect, test } from "vitest";
import { escapedForTerminal, forStream } from "./escaped.ts";
import { printable } from "./terminal.ts";

test.each([
  ["a C0 control", "a\u0007b\rc", "a\\u0007b\\u000dc"],
  ["an escape sequence", "\u001b]0;title\u0007\u001b[2J\u001b[8m", "\\u001b]0;title\\u0007\\u001b[2J\\u001b[8m"],
  ["a C1 control", "a\u009b2Jb\u0085", "a\\u009b2Jb\\u0085"],
  ["a bidirectional control", "gpj\u202eexe.\u2066\u061c\u200f", "gpj\\u202eexe.\\u2066\\u061c\\u200f"],
])("%s is escaped at a terminal, and stays in a pipe", (_, given, shown) => {
  expect(escapedForTerminal(given)).toBe(shown);
  expect(forStream(given, { isTTY: true })).toBe(shown);
  expect(forStream(given, {})).toBe(given);
});

test("line breaks, tabs, every script and the command's own colours stay", () => {
  const text = `שלום\tمرحبا 👩‍👩‍👧\n${styleText("red", "x", { validateStream: false })}${styleText("bold", "y", { validateStream: false })}`;

  expect(escapedForTerminal(text)).toBe(text);
});

test("a cell or a name in a sentence is one line without controls, also without those of its direction", () => {
  expect(printable("a\u009b2J\u001b[8mb\nc\u202ed")).toBe("ab c\\u202ed");
});
