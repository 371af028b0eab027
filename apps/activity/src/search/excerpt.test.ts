import { expect, test } from "vitest";
import { searchableText } from "./excerpt.ts";

const textOf = (html: string) => searchableText({ commentText: "", html });

test("HTML is searched by its text content, and a comment's text takes precedence", () => {
  expect(textOf("<p>Fish &amp; <b>chips</b>&#33;</p>")).toBe("Fish & chips!");
  expect(searchableText({ commentText: "a text", html: "<p>else</p>" })).toBe("a text");
});

test("only the beginning of very long HTML is searched", () => {
  expect(textOf("words ".repeat(100_000)).length).toBe(100_000);
});
