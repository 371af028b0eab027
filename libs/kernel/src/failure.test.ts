import { expect, test } from "vitest";
import { shortened } from "./failure.ts";

test.each([
  ["an id", "u".repeat(256), `${"u".repeat(100)}…`],
  ["101 characters", "u".repeat(101), `${"u".repeat(100)}…`],
  ["words", "word ".repeat(60), `${"word ".repeat(20)}…`],
  ["emoji", "🎈".repeat(256), `${"🎈".repeat(100)}…`],
  ["half of a surrogate pair", `${"u".repeat(99)}\ud83c${"u".repeat(9)}`, `${"u".repeat(99)}\ufffd…`],
])("%s is cut after 100 characters", (_, text, short) => {
  expect(shortened(text)).toBe(short);
});

test.each(["", "u".repeat(100), "🎈".repeat(100)])("a text of at most 100 characters stays whole", (text) => {
  expect(shortened(text)).toBe(text);
});
