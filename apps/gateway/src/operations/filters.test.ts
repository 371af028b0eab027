import { describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "./index.ts";

type Schema = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

// These lists do not select by id. `include` adds data to the changes, each document in `documentIds` gets an entry in the response, and
// without conditions every document fulfils `filters`.
const asked = [
  "/v2/changes/get include",
  "/v2/changes/stream include",
  "/v2/notifications/config/get documentIds",
  "/v2/organizations/documents/count/get filters",
  "/v2/organizations/documents/get filters",
];

test("a list that may be empty in a reading operation is declared as a filter, so that it matches nothing instead of everything", () => {
  const lists = operations
    .filter(({ mutates }) => !mutates)
    .flatMap(({ path, request, filters = [] }) =>
      listsThatMayBeEmpty(request)
        .filter((name) => !filters.includes(name))
        .map((name) => `${path} ${name}`),
    );

  expect(lists.sort()).toEqual(asked);
});

// An empty filter is answered before a service sees the request, so the gateway must refuse whatever the service would refuse.
describe("rules across fields hold with an empty filter, as the OpenAPI document states them", () => {
  const filtering = operations.filter(({ filters, request }) => filters !== undefined && rulesOf(request).length > 0);

  test.each(filtering.map(({ path, request }) => [path, request] as const))("%s", (_, request) => {
    const rules = rulesOf(request);
    const all = combinationsOf(request);

    const wrong = all.filter((data) => request.safeParse(data).success !== rules.every((rule) => holds(rule, data)));

    expect(wrong.slice(0, 3)).toEqual([]);
    expect(all.some((data) => rules.every((rule) => holds(rule, data)))).toBe(true);
  });
});

const schemaOf = (request: z.ZodType): Schema => z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
const propertiesOf = (request: z.ZodType) => Object.entries((schemaOf(request).properties ?? {}) as Record<string, Schema>);
const rulesOf = (request: z.ZodType) => (schemaOf(request).allOf ?? []) as Schema[];

function listsThatMayBeEmpty(request: z.ZodType): string[] {
  return propertiesOf(request).flatMap(([name, schema]) => (schema.type === "array" && !schema.minItems ? [name] : []));
}

/** Requests with every combination of fields, of which at most four are optional; lists are absent, empty or filled. */
function combinationsOf(request: z.ZodType): Data[] {
  const required = new Set(schemaOf(request).required as string[]);
  const most = required.size + 4;
  return propertiesOf(request)
    .filter(([name]) => !name.startsWith("page"))
    .sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
    .reduce<Data[]>(
      (all, [name, schema]) => {
        const added = all.filter((data) => Object.keys(data).length < most);
        return [
          ...(required.has(name) ? [] : all),
          ...added.flatMap((data) => valuesOf(schema).map((value) => ({ ...data, [name]: value }))),
        ];
      },
      [{}],
    );
}

function valuesOf(schema: Schema): unknown[] {
  if (schema.enum !== undefined) return [(schema.enum as unknown[])[0]];
  if (schema.type === "array") return [[], [(schema.items as Schema).type === "object" ? { key: "one", operator: "==", value: 1 } : "one"]];
  if (schema.type === "boolean") return [false, true];
  return schema.type === "integer" ? [5] : ["one"];
}

/** The parts of JSON Schema that these rules use. */
function holds(rule: Schema, value: unknown): boolean {
  const { not, anyOf, allOf, required = [], properties = {}, dependentRequired = {}, minItems = 0, ...rest } = rule;
  const has = (name: string) => Object.hasOwn((value ?? {}) as object, name);
  if ("const" in rest && rest.const !== value) return false;
  if (not !== undefined && holds(not as Schema, value)) return false;
  if (anyOf !== undefined && !(anyOf as Schema[]).some((each) => holds(each, value))) return false;
  if (allOf !== undefined && !(allOf as Schema[]).every((each) => holds(each, value))) return false;
  if (Array.isArray(value)) return value.length >= (minItems as number);
  if (!(required as string[]).every(has)) return false;
  if (!Object.entries(properties as Schema).every(([name, each]) => !has(name) || holds(each as Schema, (value as Data)[name])))
    return false;
  return Object.entries(dependentRequired as Record<string, string[]>).every(([name, needed]) => !has(name) || needed.every(has));
}
