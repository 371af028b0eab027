import { expect, test } from "vitest";
import { mentioned } from "./mentioned.ts";

test("a text is cut where it mentions somebody, each time that it does", () => {
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

test("of two names the longer one is mentioned, and signs of patterns are letters like others", () => {
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
