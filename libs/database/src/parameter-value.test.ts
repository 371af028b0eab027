import { prepareValue } from "pg/lib/utils.js";
import { expect, test } from "vitest";
import { parameterValue } from "./parameter-value.ts";

test("lists are written as Postgres reads them, with strings quoted and their quotes and backslashes escaped", () => {
  expect(parameterValue([1, -2.5, 9_007_199_254_740_991, null])).toBe("{1,-2.5,9007199254740991,NULL}");
  expect(parameterValue([true, false])).toBe("{true,false}");
  expect(parameterValue(["", "NULL", "a b", "{,}", 'say "no"', "C:\\\\", "C:\\"])).toBe(
    String.raw`{"","NULL","a b","{,}","say \"no\"","C:\\\\","C:\\"}`,
  );
  expect(parameterValue([])).toBe("{}");
});

test.each([
  { what: "text", value: 'a "quoted" text' },
  { what: "a list of bytes", value: [Buffer.from("ab"), null] },
  { what: "a list of lists", value: [["a"], ["b"]] },
  { what: "an object", value: { a: [1] } },
  { what: "nothing", value: null },
])("the driver writes everything else: $what", ({ value }) => {
  expect(parameterValue(value)).toEqual(prepareValue(value));
});
