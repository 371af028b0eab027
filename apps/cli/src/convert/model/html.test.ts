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

test("an address without a scheme is linked as it was meant, and a relative one as it is", () => {
  expect(link("www.example.com/b", "b")).toBe('<a href="https://www.example.com/b">b</a>');
  for (const url of ["/docs/x", "#a", "../x", "tel:+4930123"]) expect(link(url, "x")).toBe(`<a href="${url}">x</a>`);
  expect(link("ftp:x", "x")).toBe("x");
});
