import { expect, test } from "vitest";
import { mentioned } from "./mentioned.ts";

test("a text is split at every mention", () => {
  expect(
    mentioned("Ask @Bob, @Ann or @Bob.", [
      { userId: "bob", text: "@Bob" },
      { userId: "ann", text: "@Ann" },
    ]),
  ).toEqual([
    { text: "Ask " },
    { text: "@Bob", userId: "bob" },
    { text: ", " },
    { text: "@Ann", userId: "ann" },
    { text: " or " },
    { text: "@Bob", userId: "bob" },
    { text: "." },
  ]);
});

test("the longer of two matching names is the mention, and special characters of patterns match themselves", () => {
  const mentions = [
    { userId: "short", text: "@Bob" },
    { userId: "long", text: "@Bob (Berlin)" },
  ];

  expect(mentioned("@Bob (Berlin)", mentions)).toEqual([{ text: "@Bob (Berlin)", userId: "long" }]);
});

test("a text without mentions stays whole", () => {
  expect(mentioned("Nobody", [])).toEqual([{ text: "Nobody" }]);
  expect(mentioned("Nobody", [{ userId: "bob", text: "" }])).toEqual([{ text: "Nobody" }]);
});
