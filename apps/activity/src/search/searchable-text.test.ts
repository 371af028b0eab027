import { expect, test } from "vitest";
import { searchableText } from "./searchable-text.ts";

const textOf = (html: string) => searchableText({ commentText: "", html });

test("HTML says its text, and a text goes before it", () => {
  expect(textOf("<p>Fish &amp; <b>chips</b>&#33;</p>")).toBe(" Fish &  chips ! ");
  expect(searchableText({ commentText: "a text", html: "<p>else</p>" })).toBe("a text");
});

test("HTML of tags that never end takes no longer than it is long", () => {
  const startedAtMs = performance.now();

  textOf("<".repeat(100_000));

  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
});

test("of HTML without end the beginning is looked at", () => {
  expect(textOf("word ".repeat(100_000)).length).toBe(100_000);
});
