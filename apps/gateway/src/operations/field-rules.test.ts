import { Failure } from "@parley/kernel";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseData } from "../request/envelope.ts";
import { newAnnotation } from "./activity/annotation-fields.ts";
import {
  atLeastOne,
  exactlyOne,
  excludes,
  exclusive,
  type FieldRule,
  filled,
  needs,
  needsOneOf,
  on,
  oneId,
  ruleSentences,
  together,
  withRules,
} from "./field-rules.ts";
import { getGroups } from "./users/get-groups.ts";

const form = z.strictObject({
  a: z.string().optional(),
  b: z.string().optional(),
  list: z.array(z.string()).optional(),
  flag: z.boolean().optional(),
  one: z.boolean().optional(),
});
type Name = keyof typeof form.shape;

interface Case {
  readonly rule: FieldRule<Name>;
  readonly broken: object;
  readonly kept: readonly object[];
  readonly violation: { readonly field: string; readonly message: string };
  readonly sentence: string;
  readonly schemas: readonly object[];
}

const cases: Record<string, Case> = {
  exclusive: {
    rule: exclusive("a", filled("list"), "pick one"),
    broken: { a: "x", list: ["x"] },
    kept: [{}, { a: "x" }, { a: "x", list: [] }, { list: ["x"] }],
    violation: { field: "a", message: "a and list exclude each other: pick one." },
    sentence: "`a` and `list` exclude each other: pick one.",
    schemas: [{ not: { required: ["a", "list"], properties: { list: { minItems: 1 } } } }],
  },
  excludes: {
    rule: excludes("a", ["b", on("flag")], { because: "why" }),
    broken: { a: "x", flag: true },
    kept: [
      { a: "x", flag: false },
      { b: "x", flag: true },
    ],
    violation: { field: "a", message: "a excludes b and flag: why." },
    sentence: "`a` excludes `b` and `flag`: why.",
    schemas: [{ not: { required: ["a", "b"] } }, { not: { required: ["a", "flag"], properties: { flag: { const: true } } } }],
  },
  "excludes many": {
    rule: excludes("a", ["b", "list"], { called: "the others" }),
    broken: { a: "x", list: [] },
    kept: [{ a: "x" }, { b: "x", list: [] }],
    violation: { field: "a", message: "a excludes the others." },
    sentence: "`a` excludes the others.",
    schemas: [{ not: { required: ["a", "b"] } }, { not: { required: ["a", "list"] } }],
  },
  "needs a field": {
    rule: needs("a", "b"),
    broken: { a: "x" },
    kept: [{}, { b: "x" }, { a: "x", b: "x" }],
    violation: { field: "a", message: "a needs b." },
    sentence: "`a` needs `b`.",
    schemas: [{ dependentRequired: { a: ["b"] } }],
  },
  "needs for a list with items": {
    rule: needs(filled("list"), "a"),
    broken: { list: ["x"] },
    kept: [{ list: [] }, { a: "x", list: ["x"] }],
    violation: { field: "list", message: "list needs a." },
    sentence: "`list` needs `a`.",
    schemas: [{ not: { required: ["list"], properties: { list: { minItems: 1 } }, not: { required: ["a"] } } }],
  },
  together: {
    rule: together("a", "b"),
    broken: { b: "x" },
    kept: [{}, { a: "x", b: "x" }],
    violation: { field: "a", message: "a and b go together." },
    sentence: "`a` and `b` go together.",
    schemas: [{ dependentRequired: { a: ["b"], b: ["a"] } }],
  },
  atLeastOne: {
    rule: atLeastOne(filled("list"), on("flag")),
    broken: { list: [], flag: false },
    kept: [{ list: ["x"] }, { list: [], flag: true }],
    violation: { field: "list", message: "list or flag: true is required." },
    sentence: "`list` or `flag: true` is required.",
    schemas: [
      {
        anyOf: [
          { required: ["list"], properties: { list: { minItems: 1 } } },
          { required: ["flag"], properties: { flag: { const: true } } },
        ],
      },
    ],
  },
  needsOneOf: {
    rule: needsOneOf("a", filled("list"), on("flag")),
    broken: { list: [], flag: false },
    kept: [{ a: "x" }, { list: ["x"] }, { flag: true, a: "x" }],
    violation: { field: "data", message: "data needs a, list with items or flag: true." },
    sentence: "Needs `a`, `list` with items or `flag: true`.",
    schemas: [
      {
        anyOf: [
          { required: ["a"] },
          { required: ["list"], properties: { list: { minItems: 1 } } },
          { required: ["flag"], properties: { flag: { const: true } } },
        ],
      },
    ],
  },
  exactlyOne: {
    rule: exactlyOne("a", "b"),
    broken: { a: "x", b: "x" },
    kept: [{ a: "x" }, { b: "x" }],
    violation: { field: "a", message: "a or b is required, and they exclude each other." },
    sentence: "`a` or `b` is required, and they exclude each other.",
    schemas: [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, { not: { required: ["a", "b"] } }],
  },
  oneId: {
    rule: oneId("list"),
    broken: { one: true, list: ["x", "y"] },
    kept: [{}, { one: false }, { one: true, list: ["x"] }],
    violation: { field: "one", message: "one needs list with one id." },
    sentence: "`one` needs `list` with one id.",
    schemas: [
      {
        not: {
          required: ["one"],
          properties: { one: { const: true } },
          not: { required: ["list"], properties: { list: { minItems: 1, maxItems: 1 } } },
        },
      },
    ],
  },
};

describe("one declaration is the check, the schema and the sentence", () => {
  test.each(Object.entries(cases))("%s", (_, { rule, broken, kept, violation, sentence, schemas }) => {
    const ruled = withRules(form, rule);

    expect(violationsOf(ruled, broken)).toEqual([violation]);
    for (const data of kept) expect(violationsOf(ruled, data)).toEqual([]);
    expect(ruleSentences(ruled)).toEqual([sentence]);
    expect(z.toJSONSchema(ruled).allOf).toEqual(schemas);
  });
});

test("an exactlyOne that is given neither is refused as one that is given both", () => {
  expect(violationsOf(withRules(form, exactlyOne("a", "b")), {})).toHaveLength(1);
});

test("a broken rule is reported with the other problems; a value that is no object is reported by that alone", () => {
  const outer = z.strictObject({ inner: withRules(form, needsOneOf("a", "b")) });

  expect(violationsOf(outer, { inner: { list: 5 } }).map(({ message }) => message)).toEqual([
    "inner.list must be an array.",
    "inner needs a or b.",
  ]);
  for (const inner of [null, 5, "text"])
    expect(violationsOf(outer, { inner })).toEqual([{ field: "inner", message: "inner must be an object." }]);
});

test("the rules of an object within a request are reported with its place", () => {
  expect(ruleSentences(z.strictObject({ inner: withRules(form, needsOneOf("a", "b"), needs("a", "b")).optional() }))).toEqual([
    "`inner` needs `a` or `b`.",
    "`inner.a` needs `b`.",
  ]);
});

test("the reference of an operation ends with the rules of its request", () => {
  expect(getGroups.description).toMatch(/\n- `userId` and `groupIds` exclude each other\.$/);
});

test("the keys of a thread's place are refused in its metadata, and metadata that is no object is refused as that", () => {
  expect(violationsOf(newAnnotation(), { metadata: { free: 1 } })).toEqual([]);
  expect(violationsOf(newAnnotation(), { metadata: { apiKey: 1 } })).toEqual([
    { field: "metadata.apiKey", message: "metadata.apiKey cannot be set here." },
  ]);
  for (const metadata of [null, 5, []])
    expect(violationsOf(newAnnotation(), { metadata })).toEqual([{ field: "metadata", message: "metadata must be an object." }]);
});

function violationsOf(schema: z.ZodType, data: object) {
  try {
    parseData(schema, data);
    return [];
  } catch (error) {
    if (error instanceof Failure) return error.violations;
    throw error;
  }
}
