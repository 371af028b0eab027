import { expect, test } from "vitest";
import { textOfHtml } from "./html-text.ts";

test.each([
  ["named entities are decoded", "Die M&uuml;nchner Stra&szlig;e, &ldquo;&eacute;&rdquo; &euro;", "Die Münchner Straße, “é” €"],
  ["numeric entities are decoded, also those of Windows", "&#33;&#x1F44D;&#150;&#0;", "!👍–\ufffd"],
  ["what looks like an entity stays", "R&D &nosuch; & so", "R&D &nosuch; & so"],
  ["old entities need no semicolon", "Fish &amp chips &copy 2024", "Fish & chips © 2024"],
  ["escaped markup is text", "&lt;b&gt;bold&lt;/b&gt;", "<b>bold</b>"],
  [
    "inline elements part no words",
    "e<a>c</a>o<b>n</b>o<em>m</em><i>i</i><mark>c</mark> H<sub>2</sub>O x<SUP>2</SUP> <u>u</u>n<span>der</span><strong>s</strong>",
    "economic H2O x2 unders",
  ],
  ["a possible line break parts no word", "Donau<wbr>dampf<wbr/>schiff", "Donaudampfschiff"],
  ["unknown elements part no words", "half<x-note>way</x-note>", "halfway"],
  ["blocks and line breaks part words", "<p>Fish</p><p>and</p><div>chips</div>for<br>two<BR/>now", "Fish\nand\nchips\nfor\ntwo\nnow"],
  ["list items and cells part words", "<ul><li>one<li>two</ul><table><tr><td>three<td>four</table>", "one\ntwo\nthree four"],
  ["an image parts words", "before<img src=x>after", "before after"],
  ["white space is collapsed", "  <p> \n Fish &nbsp;&nbsp; and\n\tchips </p> \n ", "Fish and chips"],
  ["scripts and styles are left out", "a<script>var b = '<p>c</p>'</script><style>.hidden{}</style>d", "ad"],
  [
    "what is never shown is left out",
    "<head><title>a &amp; b</title></head><template>c<template>d</template>e</template><noscript><p>f</p></noscript><iframe>g</iframe>h",
    "h",
  ],
  ["comments and declarations are left out", "<!doctype html><!-- a > b -->c<?php d ?><![CDATA[e]]>f", "cf"],
  ["attributes are left out", `<a title="a > b" data-x='c'>d</a>`, "d"],
  ["text that begins no tag stays", "1 < 2 and 3 > 2, a <3", "1 < 2 and 3 > 2, a <3"],
  ["an unfinished tag is left out", "said <b", "said"],
  ["an unfinished entity stays", "said &am", "said &am"],
  ["text without markup stays", "plain text", "plain text"],
])("%s", (_, html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test.each([
  "<",
  "</",
  "&",
  "&amp;",
  "&nbsp;",
  "<b>",
  "<template>",
  "<b></i>",
  "<br>",
  "<!--",
  "<a b='",
  "<title>",
  "&#1",
  "</x ",
  "<![CDATA[",
  " \n",
])("HTML of many %j takes time in proportion to its length", (piece) => {
  const html = piece.repeat(800_000 / piece.length);
  const beganMs = performance.now();

  textOfHtml(html);

  // Quadratic time would be minutes.
  expect(performance.now() - beganMs).toBeLessThan(3_000);
});
