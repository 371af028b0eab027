import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { Failure } from "@parley/kernel";
import { expect, test } from "vitest";
import { requestCheck } from "../src/served/request-check.ts";
import { Kind, type RuledRequest, RuledRequestSchema } from "./proto/gen/echo_pb.js";

type Request = MessageInitShape<typeof RuledRequestSchema>;

const check = requestCheck(RuledRequestSchema);
const deepJson = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

test.each<[string, Request]>([
  ["only the required fields", {}],
  ["everything within its bounds", { short: "12345", tags: ["abc", ""], size: 10, big: 100n, plain: "x".repeat(1_000), kind: Kind.A }],
  ["the shortest and the longest id", { organizationId: "x".repeat(256) }],
  ["JSON of any kind", { value: '["a", 1]', metadata: '{"a": null}' }],
  ["JSON nested 32 deep", { metadata: deepJson(32) }],
  ["JSON of more than 1,000 characters", { metadata: JSON.stringify({ a: "x".repeat(900_000) }) }],
  ["characters beyond the first plane, each counted once", { plain: "😀".repeat(1_000) }],
  ["a choice within its bounds", { choice: { case: "name", value: "1234" } }],
])("a request with %s is valid", (_what, request) => {
  expect(violationsOf(request)).toEqual([]);
});

test.each<[string, Request, string[]]>([
  ["a required text that is empty", { organizationId: "" }, ["organization_id must be set"]],
  ["an id that is too long", { organizationId: "x".repeat(257) }, ["organization_id must have at most 256 characters"]],
  ["an id with a control character", { organizationId: "a\nb" }, ["organization_id must not contain control characters"]],
  ["a text longer than the default", { plain: "x".repeat(1_001) }, ["plain must have at most 1000 characters, not 1001"]],
  ["a text longer than its rule", { short: "123456" }, ["short must have at most 5 characters, not 6"]],
  ["U+0000 in a text", { plain: "a\0b" }, ["plain must not contain U+0000 or half a surrogate pair"]],
  ["half a surrogate pair in a text", { plain: "\ud83d" }, ["plain must not contain U+0000 or half a surrogate pair"]],
  ["too many items", { tags: ["a", "b", "c"] }, ["tags must have at most 2 items, not 3"]],
  ["an item that is too long", { tags: ["a", "abcd"] }, ["tags[1] must have at most 3 characters, not 4"]],
  ["a broken rule in a nested message", { children: [{ organizationId: "a" }, {}] }, ["children[1].organization_id must be set"]],
  [
    "more messages than the default",
    { children: Array(1_001).fill({ organizationId: "a" }) },
    ["children must have at most 1000 items, not 1001"],
  ],
  ["a required enum that is unspecified, in a map", { items: { "a.b": {} } }, ["items[a.b].kind must be set"]],
  ["a map key that is too long", { items: { ["x".repeat(1_001)]: {} } }, ["items (a key) must have at most 1000 characters, not 1001"]],
  ["text that is not JSON", { metadata: "{" }, ["metadata must be the text of a JSON object"]],
  [
    "JSON that is not an object",
    { metadata: "[]", value: "nul" },
    ["metadata must be the text of a JSON object", "value must be the text of a JSON value"],
  ],
  ["JSON nested too deep", { metadata: deepJson(33) }, ["metadata must not be nested more than 32 levels deep"]],
  ["JSON that is too long", { value: `"${"x".repeat(1_048_575)}"` }, ["value must have at most 1048576 characters, not 1048577"]],
  ["an escaped U+0000 in JSON", { metadata: '{"a": ["\\u0000"]}' }, ["metadata must not contain U+0000 or half a surrogate pair"]],
  ["a number below its bound", { size: 0 }, ["size must be at least 1, not 0"]],
  ["a number above its bound", { size: 11, big: 101n }, ["size must be at most 10, not 11", "big must be at most 100, not 101"]],
  ["a chosen text that is too long", { choice: { case: "name", value: "12345" } }, ["name must have at most 4 characters, not 5"]],
  ["a chosen message that breaks a rule", { choice: { case: "item", value: {} } }, ["item.kind must be set"]],
])("a request with %s is refused", (_what, request, violations) => {
  expect(violationsOf(request)).toEqual(violations);
});

test("a message nested without end is refused, not followed", () => {
  let request: Request = { organizationId: "a" };
  for (let level = 0; level < 10_000; level++) request = { organizationId: "a", children: [create(RuledRequestSchema, request)] };

  const [violation, ...more] = violationsOf(request);

  expect(violation).toBe(`${"children[0].".repeat(32).slice(0, -1)} must not be nested more than 32 messages deep`);
  expect(more).toEqual([]);
});

test("no more violations are listed than fit into a response", () => {
  const children = Array.from({ length: 1_000 }, () => ({ plain: "\0", short: "\0" }));

  expect(violationsOf({ children })).toHaveLength(100);
});

function violationsOf(request: Request): string[] {
  const message: RuledRequest = create(RuledRequestSchema, { organizationId: "o", ...request });
  try {
    check(message);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.kind).toBe("invalid_argument");
    return error.violations.map(({ field, message }) => `${field} ${message}`);
  }
}
