import { expect, test } from "vitest";
import { unfaithfulParts } from "./faithful-json.ts";

const partsOf = (text: string) => unfaithfulParts(text, JSON.parse(text));
const fieldsOf = (text: string) => partsOf(text).map(({ field }) => field);

test.each([
  "9007199254740992",
  "-9007199254740993",
  "9007199254740993.0",
  "1182739463728190034",
  "1e400",
  "-1E+309",
  "1e-400",
  "0.1e-500",
  `0.${"0".repeat(400)}1`,
])("%s is reported with its path", (number) => {
  expect(partsOf(`{"data":{"a":[{"b c":1},{"b":${number}}]}}`)).toEqual([
    {
      field: "a[1].b",
      message: expect.stringMatching(/^a\[1\]\.b has the number .{1,101}, which is not represented exactly; send it as a string\.$/),
    },
  ]);
});

test.each([
  "9007199254740991",
  "-9007199254740991",
  "0",
  "-0",
  "0e400",
  "0.0",
  "1.5",
  "6.02e23",
  "1e-300",
  "0.30000000000000004",
  "1.7976931348623157e308",
])("%s is kept", (number) => {
  expect(partsOf(`{"data":{"n":${number}}}`)).toEqual([]);
});

test("a duplicate key in an object is reported, however it is written and at any depth", () => {
  expect(fieldsOf('{"data":{"a":1,"a":2}}')).toEqual(["a"]);
  expect(fieldsOf('{"data":{"a":1,"\\u0061":2}}')).toEqual(["a"]);
  expect(fieldsOf('{"data":{"list":[{"x":{}},{"x":1 , "x" :2}]}}')).toEqual(["list[1].x"]);
  expect(fieldsOf('{"data":{},"data":{}}')).toEqual(["data"]);
  expect(fieldsOf('{"data":{"__proto__":1,"__proto__":2}}')).toEqual(["__proto__"]);
});

test("the same key in different objects or within strings is not reported", () => {
  expect(partsOf('{"data":{"a":{"a":[{"a":1},{"a":1}]},"b":{"a":2}}}')).toEqual([]);
  expect(partsOf('{"data":{"text":"\\"a\\":1e400, \\\\","id":"1182739463728190034","a":"{\\"a\\":1,\\"a\\":2}"}}')).toEqual([]);
});

test("the number of reports is bounded, and each is cut to 100 characters", () => {
  const key = "k".repeat(100_000);
  const text = `{"data":{"${key}":1,"${key}":2,"n":[${Array.from({ length: 1_000 }, () => "1e999").join(",")}],"d":${"9".repeat(50_000)}}}`;

  const parts = partsOf(text);

  expect(parts).toHaveLength(100);
  expect(JSON.stringify(parts).length).toBeLessThan(40_000);
});
