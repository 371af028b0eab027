import { expect, test } from "vitest";
import { link, marked } from "./html.ts";

test("a text that looks like markup is escaped within the elements of its marks", () => {
  expect(marked('<img src="x"> & so', { bold: true, italic: true, text: true })).toBe(
    "<strong><em>&lt;img src=&quot;x&quot;&gt; &amp; so</em></strong>",
  );
});

test("an address that a browser would execute is not linked", () => {
  expect(link("javascript:alert(1)", "here")).toBe("here");
  expect(link("data:text/html,x", "here")).toBe("here");
  expect(link('https://a.example/"x', "here")).toBe('<a href="https://a.example/&quot;x">here</a>');
});
