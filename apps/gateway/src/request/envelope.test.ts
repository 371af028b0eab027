import { Failure } from "@parley/kernel";
import { expect, test } from "vitest";
import * as z from "zod";
import { batchOf, freeForm, id, ids, name, timestampMs, withMetadata } from "../operations/fields.ts";
import { parseData } from "./envelope.ts";

function problemsOf(schema: z.ZodType, data: unknown): Record<string, string> {
  try {
    parseData(schema, data);
    return {};
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Object.fromEntries(error.violations.map(({ field, message }) => [field, message]));
  }
}

test("each violation is a sentence that begins with the path of its field", () => {
  const schema = z.strictObject({
    id: id(),
    names: batchOf(name()),
    flag: z.boolean(),
    size: z.number().int().min(1).max(9).optional(),
    kind: z.enum(["a", "b"]).optional(),
    extra: freeForm().optional(),
    at: timestampMs().optional(),
  });

  expect(problemsOf(schema, {})).toEqual({ id: "id is required.", names: "names is required.", flag: "flag is required." });
  expect(problemsOf(schema, { id: "", names: [1], flag: "true", size: 10, kind: "c", extra: [], at: -1, wrong: 1 })).toEqual({
    id: "id must not be empty.",
    "names[0]": "names[0] must be a string.",
    flag: "flag must be a boolean.",
    size: "size must be at most 9.",
    kind: 'kind must be "a" or "b".',
    extra: "extra must be an object.",
    at: "at must be at least 0.",
    wrong: "wrong is not a known field.",
  });
  expect(problemsOf(schema, { id: "a\u0001", names: [], flag: true, size: 1.5 })).toEqual({
    id: "id must not contain control characters.",
    names: "names must not be empty.",
    size: "size must be a whole number.",
  });
  expect(problemsOf(schema, { id: null, names: "x", flag: null })).toEqual({
    id: "id must be a string.",
    names: "names must be an array.",
    flag: "flag must be a boolean.",
  });
});

test("of a value with several forms, the violations are those of the form that the value has", () => {
  const schema = z.strictObject({ status: z.union([id(), z.strictObject({ id: id(), name: name().optional() })]) });

  expect(problemsOf(schema, {})).toEqual({ status: "status is required." });
  expect(problemsOf(schema, { status: 1 })).toEqual({ status: "status must be a string or an object." });
  expect(problemsOf(schema, { status: "" })).toEqual({ status: "status must not be empty." });
  expect(problemsOf(schema, { status: { id: 1, nam: "x" } })).toEqual({
    "status.id": "status.id must be a string.",
    "status.nam": "status.nam is not a known field; did you mean name?",
  });
});

test("a misspelt field is refused with a suggestion, at any depth", () => {
  const schema = z.strictObject({
    organizationId: id().optional(),
    comments: batchOf(z.strictObject({ commentText: z.string().optional() })).optional(),
  });

  expect(problemsOf(schema, { organisationId: "acme", limit: 1, comments: [{ comment_text: "Hi." }] })).toEqual({
    organisationId: "organisationId is not a known field; did you mean organizationId?",
    limit: "limit is not a known field.",
    "comments[0].comment_text": "comments[0].comment_text is not a known field; did you mean commentText?",
  });
});

test("a field that is refused with a reason is named before what is missing beside it", () => {
  const schema = z.strictObject({ updatedData: z.string() });

  expect(Object.keys(problemsOf(schema, { updateUsers: [] }))).toEqual(["updateUsers", "updatedData"]);
});

test("a request with very many misspelt fields is refused without a guess for each", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`organizationI${index}`, 1]));
  const startedAt = performance.now();

  const problems = Object.values(problemsOf(z.strictObject({ organizationId: id().optional() }), many));

  expect(problems).toHaveLength(100);
  expect(problems.every((message) => message.endsWith("did you mean organizationId?"))).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test("a repeated id is handled once", () => {
  expect(parseData(z.strictObject({ userIds: ids() }), { userIds: ["b", "a", "b"] })).toEqual({ userIds: ["b", "a"] });
});

test("metadata next to known keys is kept as given, whatever its keys are called", () => {
  const item = withMetadata({ organizationId: id(), organizationName: name().optional() }, ["disabled"]);
  const given = JSON.parse('{"organizationId":"acme","plan":{"seats":3},"__proto__":{"x":1},"constructor":null}');

  const parsed = parseData(item, given);

  expect(parsed.organizationId).toBe("acme");
  expect(JSON.stringify(parsed.metadata)).toBe('{"plan":{"seats":3},"__proto__":{"x":1},"constructor":null}');
  expect(problemsOf(z.strictObject({ list: batchOf(item) }), { list: [{ disabled: true }, { organizationId: 7 }] })).toEqual({
    "list[0].disabled": "list[0].disabled cannot be set here.",
    "list[0].organizationId": "list[0].organizationId is required.",
    "list[1].organizationId": "list[1].organizationId must be a string.",
  });
});
