import { expect, test } from "vitest";
import { compared, partToRaise } from "./compare.ts";
import { type Kind, kinds, type Surface, type Things } from "./surface.ts";

type Case = readonly [what: string, kind: Kind, before: Things, now: Things];

const breaking: readonly Case[] = [
  ["an operation is removed", "operations", { "POST /v2/a": {} }, {}],
  ["a field of a request is removed", "request forms", { A: { x: "string" } }, { A: {} }],
  ["a field of a request becomes required", "request forms", { A: { x: "string" } }, { A: { x: "required string" } }],
  ["a request has a new field that is required", "request forms", { A: {} }, { A: { x: "required string" } }],
  ["a field of a request has another type", "request forms", { A: { x: "string" } }, { A: { x: "integer" } }],
  ["a value of a request is removed", "request forms", { A: { 'x = "a"': "value" } }, { A: {} }],
  ["a bound of a request is lowered", "request forms", { A: { "x maxLength": "10" } }, { A: { "x maxLength": "9" } }],
  ["a lower bound of a request is raised", "request forms", { A: { "x minimum": "1" } }, { A: { "x minimum": "2" } }],
  ["a field of a request is bounded", "request forms", { A: { x: "string" } }, { A: { x: "string", "x maxLength": "9" } }],
  ["a field of a request has a pattern", "request forms", { A: { x: "string" } }, { A: { x: "string", "x pattern": "^a" } }],
  [
    "the elements of a field are bounded",
    "request forms",
    { A: { x: "list of string" } },
    { A: { x: "list of string", "x[] maxLength": "9" } },
  ],
  ["a field of an answer is removed", "answer forms", { A: { x: "string" } }, { A: {} }],
  ["a field of an answer may be absent", "answer forms", { A: { x: "string" } }, { A: { x: "string?" } }],
  ["a field of a webhook's body is removed", "webhook bodies", { A: { x: "string?" } }, { A: {} }],
  ["an RPC is removed", "RPCs", { Users: { Find: "unary" } }, { Users: {} }],
  ["an export is removed", "client for TypeScript", { "@a/sdk": { Parley: "exported" } }, { "@a/sdk": {} }],
  [
    "an argument in Python is required",
    "client for Python",
    { Users: { "add(id)": "argument" } },
    { Users: { "add(id)": "required argument" } },
  ],
  ["a field in Go has another type", "client for Go", { User: { Name: "string" } }, { User: { Name: "*string" } }],
  ["an option of a command is removed", "command line", { "parley call": { "--file": "option" } }, { "parley call": {} }],
  ["an exit code is another one", "exit codes", { parley: { usage: "2" } }, { parley: { usage: "3" } }],
  ["a setting is removed", "settings", { gateway: { PARLEY_X: "variable" } }, { gateway: {} }],
  ["a setting becomes required", "settings", { gateway: { PARLEY_X: "variable" } }, { gateway: { PARLEY_X: "required variable" } }],
  ["a value of the chart is removed", "chart values", { values: { "image.tag": "string" } }, { values: {} }],
  ["a label of a metric is removed", "metrics", { parley_x: { service: "label" } }, { parley_x: {} }],
];

const adding: readonly Case[] = [
  ["an operation is new, whatever it requires", "request forms", {}, { A: { x: "required string" } }],
  ["a field of a request is new", "request forms", { A: {} }, { A: { x: "string" } }],
  [
    "a field of a request is new and bounded",
    "request forms",
    { A: {} },
    { A: { x: "list of string", "x maxItems": "9", "x[] maxLength": "9" } },
  ],
  ["a field of a request becomes optional", "request forms", { A: { x: "required string" } }, { A: { x: "string" } }],
  ["a bound of a request is raised", "request forms", { A: { "x maxLength": "9" } }, { A: { "x maxLength": "10" } }],
  ["a bound of a request is removed", "request forms", { A: { "x maxLength": "9" } }, { A: {} }],
  ["a field of an answer is new", "answer forms", { A: {} }, { A: { x: "string" } }],
  ["a field of an answer is always there", "answer forms", { A: { x: "string?" } }, { A: { x: "string" } }],
  ["an answer may have another value", "answer forms", { A: { 'x = "a"': "value" } }, { A: { 'x = "a"': "value", 'x = "b"': "value" } }],
  ["a setting has another default", "settings", { users: { "PARLEY_X by default": "1" } }, { users: { "PARLEY_X by default": "2" } }],
  ["a metric is new", "metrics", {}, { parley_x: {} }],
];

test.each(breaking)("when %s, the first part has to rise", (_what, kind, before, now) => {
  expect(partToRaise(compared(only(kind, before), only(kind, now)))).toBe("major");
});

test.each(adding)("when %s, the second part has to rise", (_what, kind, before, now) => {
  expect(partToRaise(compared(only(kind, before), only(kind, now)))).toBe("minor");
});

test("when nothing public changed, the last part has to rise", () => {
  const surface = only("settings", { gateway: { PARLEY_X: "variable" } });

  expect(compared(surface, structuredClone(surface))).toEqual([]);
  expect(partToRaise([])).toBe("patch");
});

test("a change names its kind, its thing, and the old and new value", () => {
  const changes = compared(only("exit codes", { parley: { usage: "2" } }), only("exit codes", { parley: { usage: "3" } }));

  expect(changes).toEqual([{ breaks: true, kind: "exit codes", text: 'exit codes: parley: usage was "2" and is "3"', names: ["usage"] }]);
});

test.each([
  ["operations", { "POST /v2/a": {} }, {}, ["/v2/a"]],
  ["client for Go", { "resource Users": {} }, {}, ["Users"]],
  ["request forms", { A: { "users[].name maxLength": "9" } }, { A: { "users[].name maxLength": "8" } }, ["name"]],
  ["request forms", { A: { 'status.id = "OPEN"': "value" } }, { A: {} }, ["id", "OPEN"]],
  ["client for Python", { Users: { "add(user_id)": "argument" } }, { Users: {} }, ["add", "user_id"]],
  ["command line", { "parley call": { "--file": "option" } }, { "parley call": {} }, ["--file"]],
  ["chart values", { values: { "image.tag": "string" } }, { values: {} }, ["image.tag"]],
] as const)("the changelog has to name a change of %s (%j) by these words", (kind, before, now, names) => {
  expect(compared(only(kind, before), only(kind, now)).map((change) => change.names)).toEqual([names]);
});

function only(kind: Kind, things: Things): Surface {
  const empty = Object.fromEntries(Object.keys(kinds).map((each) => [each, {}])) as unknown as Surface;
  return { ...empty, [kind]: things };
}
