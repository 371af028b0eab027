import { expect, test } from "vitest";
import { jsonTokens } from "./json-tokens.ts";

const kinds = (value: unknown) =>
  jsonTokens(JSON.stringify(value))
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);

test("keys, strings, numbers and literals are distinguished, whatever characters a string has", () => {
  expect(kinds({ id: 'a: "b", 1', count: -1.5e3, gone: null, all: [true, "\\"] })).toEqual([
    'key "id"',
    'string "a: \\"b\\", 1"',
    'key "count"',
    "number -1500",
    'key "gone"',
    "word null",
    'key "all"',
    "word true",
    'string "\\\\"',
  ]);
});

test("the joined tokens are the text, even if it is not JSON", () => {
  for (const text of [JSON.stringify({ a: [1, { b: "c" }] }, null, 2), "", "plain words", '{"cut off', '"a\\'])
    expect(
      jsonTokens(text)
        .map((token) => token.text)
        .join(""),
    ).toBe(text);
});
