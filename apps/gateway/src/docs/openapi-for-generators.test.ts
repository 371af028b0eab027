import { expect, test } from "vitest";
import * as z from "zod";
import { meOperations, operations } from "../operations/index.ts";
import { browserDocument, defaultDocument, defaultSettings } from "./default-document.ts";
import { openApiDocument, withoutWebhooks } from "./openapi.ts";
import { type Json, SchemaCatalogue } from "./schema-catalogue.ts";

const document = openApiDocument({ operations: [...operations, ...meOperations], ...defaultSettings });
const { schemas } = document.components as { schemas: Record<string, Json> };
const examples = new Set(["example", "examples", "default"]);

/** Every schema of the document with its path; the conditions in `allOf` have no form of their own. */
function* partsOf(value: unknown, path = ""): Generator<readonly [path: string, part: Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, part] of Object.entries(value)) if (!examples.has(key) && key !== "allOf") yield* partsOf(part, `${path}.${key}`);
}

const parts = [...partsOf(document)];
const whole32 = ({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Json) => Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31;

test("every integer that may pass 32 bits has the format int64, so that clients in Java, Go and Rust read it whole", () => {
  const integers = parts.filter(([, { type }]) => type === "integer" || (Array.isArray(type) && type.includes("integer")));
  const cut = integers.filter(([, part]) => !whole32(part) && part.format !== "int64").map(([path]) => path);

  expect(integers.length).toBeGreaterThan(250);
  expect(cut).toEqual([]);
  expect(integers.filter(([, part]) => whole32(part) && part.format === "int64").map(([path]) => path)).toEqual([]);
});

test("an integer is of 64 bits by either of its bounds, wherever it is in a schema", () => {
  const catalogue = new SchemaCatalogue();
  catalogue.add(
    "Sizes",
    z.object({
      low: z
        .int()
        .min(-(2 ** 31) - 1)
        .max(5),
      high: z
        .int()
        .min(0)
        .max(2 ** 31)
        .nullable(),
      list: z.array(z.int()),
      small: z
        .int()
        .min(-5)
        .max(2 ** 31 - 1),
    }),
    "output",
  );

  const formats = [...partsOf(catalogue.schemas.Sizes)].flatMap(([path, { type, format }]) => (type === "integer" ? [[path, format]] : []));
  expect(formats).toEqual([
    [".properties.low", "int64"],
    [".properties.high.anyOf.0", "int64"],
    [".properties.list.items", "int64"],
    [".properties.small", undefined],
  ]);
});

test("null is a schema only as an alternative to another one, because several generators have no type for null alone", () => {
  const alone = parts.filter(([path, { type }]) => type === "null" && !/\.anyOf\.\d+$/.test(path)).map(([path]) => path);
  const only = parts.filter(([, { anyOf }]) => Array.isArray(anyOf) && anyOf.every(({ type }) => type === "null")).map(([path]) => path);

  expect([...alone, ...only]).toEqual([]);
});

test("a union of several forms has only texts, numbers and objects with names, because a list, a map or a date in it does not compile in Java", () => {
  const unions = parts.flatMap(([path, { anyOf, oneOf }]) =>
    (anyOf ?? oneOf) === undefined ? [] : [[path, (anyOf ?? oneOf) as Json[]] as const],
  );
  const isPlain = ({ $ref, type, format }: Json) => {
    if (type === "string" && format !== undefined) return false;
    const { type: named, properties } = typeof $ref === "string" ? (schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}) : {};
    return ["string", "integer", "number", "boolean"].includes(String(type)) || (named === "object" && properties !== undefined);
  };
  const several = unions
    .map(([path, all]) => [path, all.filter(({ type }) => type !== "null")] as const)
    .filter(([, all]) => all.length > 1);

  expect(several.length).toBeGreaterThan(5);
  expect(several.filter(([, all]) => !all.every(isPlain)).map(([path]) => path)).toEqual([]);
});

test("no boolean has a const, which does not compile in Java", () => {
  expect(parts.filter(([, part]) => typeof part.const === "boolean").map(([path]) => path)).toEqual([]);
});

test("names of schemas differ by more than case, and none is the constructor of another in Go", () => {
  const names = Object.keys(schemas);
  const collisions = names.filter(
    (name) => name.startsWith("New") && (name.slice(3) in schemas || `${name.slice(3)}WithDefaults` in schemas),
  );

  expect(collisions).toEqual([]);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
});

test("webhooks have a name, a group and no credentials, and the document for generators leaves them out", () => {
  const hooks = Object.values(document.webhooks as Record<string, { post: Json }>).map(({ post }) => post);
  const ids = [...hooks, ...Object.values(document.paths as Record<string, { post: Json }>).map(({ post }) => post)].map(
    ({ operationId }) => operationId,
  );

  expect(hooks.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operationId, security, tags } of hooks)
    expect({ operationId, security, tags }).toEqual({
      operationId: expect.stringMatching(/^webhook[A-Za-z]+$/),
      security: [],
      tags: ["Webhook events"],
    });
  for (const made of [defaultDocument(), browserDocument()]) {
    const { webhooks, tags, ...rest } = withoutWebhooks(made);
    expect(webhooks).toBeUndefined();
    expect(JSON.stringify([tags, rest["x-tagGroups"]])).not.toContain("Webhook events");
    expect(rest.paths).toEqual(made.paths);
  }
});

test("the reference says of each list that filters what an empty one does", () => {
  const silent = [...operations, ...meOperations].flatMap(({ path, filters = [] }) => {
    const { post } = (document.paths as Record<string, { post: Json }>)[path] ?? {};
    const $ref = /"(#\/components\/schemas\/\w+Request)"/.exec(JSON.stringify(post?.requestBody))?.[1] ?? "";
    const { properties } = schemas[$ref.slice($ref.lastIndexOf("/") + 1)] as { properties: Record<string, Json> };
    return filters
      .filter((name) => !String(properties[name]?.description).endsWith(" An empty list matches nothing."))
      .map((name) => `${path} ${name}`);
  });

  expect(silent).toEqual([]);
});

test("an operation that takes its credentials in the body too says so", () => {
  const twice = Object.entries(document.paths as Record<string, { post: Json }>).filter(
    ([, { post }]) => post["x-body-credentials"] === true,
  );

  expect(twice.map(([path]) => path)).toContain("/v1/organizations/documents/locations/data/delete");
  for (const [, { post }] of twice)
    if (post["x-alias-of"] === undefined) expect(post.description).toContain("twice: in the headers and in the body");
});

test("the error of a domain that was skipped has its own details, those of all others are violations", () => {
  const { responses } = (document.paths as Record<string, { post: { responses: Json } }>)["/v2/workspace/domains/add"]?.post ?? {
    responses: {},
  };
  const details = (name: string) => ((schemas[name]?.properties ?? {}) as Record<string, Json>).details;

  expect(JSON.stringify(responses["409"])).toContain("#/components/schemas/DomainsAddError");
  expect(details("DomainsAddErrorBody")).toMatchObject({ $ref: "#/components/schemas/DomainsAddErrorDetails" });
  expect(details("ErrorBody")).toMatchObject({ type: "array", items: { $ref: "#/components/schemas/Violation" } });
});
