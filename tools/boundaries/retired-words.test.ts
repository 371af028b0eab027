import { expect, test } from "vitest";
import { retiredWordsIn } from "./retired-words.ts";

test("a retired word in the prose of a page is found by its line, with the word that took its place", () => {
  expect(retiredWordsIn("# Page\n\nA Removal counts down.\n")).toEqual([{ line: 3, word: "Removal", instead: "erasure" }]);
});

test("names on the wire and in the database stay: code spans, fenced blocks and targets of links are free", () => {
  const page = "`removals.list` and [the list](#removals)\n\n```sh\ncall removals.list\n```\n\n   ```js\n   verdict\n   ```\n";

  expect(retiredWordsIn(page)).toEqual([]);
});

test("a longer word that holds a retired one is another word", () => {
  expect(retiredWordsIn("Prejudgement and burying.")).toEqual([]);
});
