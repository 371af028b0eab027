import { expect, test } from "vitest";
import { searchableText } from "./searchable-text.ts";

const textOf = (html: string) => searchableText({ commentText: "", html });

test("HTML is searched by its text content, and a comment's text takes precedence", () => {
  expect(textOf("<p>Fish &amp; <b>chips</b>&#33;</p>")).toBe(" Fish &  chips ! ");
  expect(searchableText({ commentText: "a text", html: "<p>else</p>" })).toBe("a text");
});

test("HTML with unclosed tags is processed in linear time", () => {
  const startedAtMs = performance.now();

  textOf("<".repeat(100_000));

  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
});

test("only the beginning of very long HTML is searched", () => {
  expect(textOf("word ".repeat(100_000)).length).toBe(100_000);
});
