import { expect, test } from "vitest";
import { defaultDocument } from "./default-document.ts";
import { asOpenApi30 } from "./openapi-3-0.ts";
import type { Json } from "./schema-catalogue.ts";

const document = asOpenApi30(defaultDocument());

function* partsOf(value: unknown, path = "", inExample = false): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== "object" || value === null) return;
  if (!inExample && !Array.isArray(value) && !path.endsWith(".properties")) yield [path, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) yield* partsOf(part, `${path}.${key}`, inExample || key === "example" || key === "enum");
}

test("the OpenAPI 3.0 document has nothing that exists only in 3.1", () => {
  const foreign = [...partsOf(document)].filter(
    ([, part]) =>
      Array.isArray(part.type) ||
      part.type === "null" ||
      "const" in part ||
      "propertyNames" in part ||
      typeof part.exclusiveMinimum === "number" ||
      (typeof part.$ref === "string" && Object.keys(part).length > 1),
  );

  expect(document.openapi).toBe("3.0.3");
  expect(foreign.map(([path]) => path)).toEqual([]);
});

test("all errors of an operation have one form, because generators for Rust stop at a second one", () => {
  const operations = Object.values(document.paths as Record<string, { post: { responses: Json } }>).map(({ post }) => post.responses);
  const errors = operations.map((responses) => JSON.stringify(Object.entries(responses).filter(([status]) => status >= "400")));

  expect(errors.length).toBeGreaterThan(150);
  expect(errors.filter((text) => /#\/components\/schemas\/(?!Error")/.test(text))).toEqual([]);
  for (const responses of operations) expect(responses).toHaveProperty("401");
});

test("a nullable property stays nullable", () => {
  const nullable = { type: "string", nullable: true };
  const converted = asOpenApi30({
    openapi: "3.1.0",
    components: {
      schemas: {
        Text: { type: ["string", "null"] },
        Either: { anyOf: [{ type: "string" }, { type: "null" }] },
        User: { description: "Who.", anyOf: [{ $ref: "#/components/schemas/Text" }, { type: "null" }] },
        Word: { type: "string", const: "success" },
        Named: { type: "object", properties: { type: { type: ["string", "null"] } } },
      },
    },
  });

  expect(converted.components).toEqual({
    schemas: {
      Text: nullable,
      Either: nullable,
      User: { description: "Who.", type: "string", allOf: [{ $ref: "#/components/schemas/Text" }], nullable: true },
      Word: { type: "string", enum: ["success"] },
      Named: { type: "object", properties: { type: nullable } },
    },
  });
});

test("nullable is next to a type, and null among the values of an enum that may be null", () => {
  const parts = [...partsOf(document)].filter(([, { nullable }]) => nullable === true);

  expect(parts.length).toBeGreaterThan(100);
  expect(parts.filter(([, { type }]) => typeof type !== "string").map(([path]) => path)).toEqual([]);
  expect(parts.filter(([, part]) => Array.isArray(part.enum) && !part.enum.includes(null)).map(([path]) => path)).toEqual([]);
});

test("a reference that may be null leads to a schema that allows null, and other references to the same schema do not", () => {
  const { schemas } = asOpenApi30({
    openapi: "3.1.0",
    components: {
      schemas: {
        Word: { type: "string", enum: ["a"] },
        User: { type: "object", properties: { word: { anyOf: [{ $ref: "#/components/schemas/Word" }, { type: "null" }] } } },
        Both: {
          type: "object",
          properties: {
            one: { $ref: "#/components/schemas/User" },
            other: { anyOf: [{ $ref: "#/components/schemas/User" }, { type: "null" }] },
            either: { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/User" }, { type: "null" }] },
          },
        },
      },
    },
  }).components as { schemas: Record<string, { properties: Json; nullable?: boolean }> };

  expect(schemas.Word).toEqual({ type: "string", enum: ["a", null], nullable: true });
  expect(schemas.Both?.properties).toEqual({
    one: { $ref: "#/components/schemas/User" },
    other: { type: "object", nullable: true, allOf: [{ $ref: "#/components/schemas/NullableUser" }] },
    either: { anyOf: [{ type: "string", nullable: true }, { $ref: "#/components/schemas/User" }] },
  });
  expect(schemas.NullableUser).toEqual({ ...schemas.User, nullable: true });
  expect(schemas.User?.nullable).toBeUndefined();
});

test("every reference leads to a part of the document", () => {
  const references = [...partsOf(document)].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
  const partOf = (reference: string) =>
    reference
      .slice("#/".length)
      .split("/")
      .reduce<unknown>((part, key) => (part as Json | undefined)?.[key], document);

  expect(references.some((reference) => reference.startsWith("#/components/responses/"))).toBe(true);
  expect([...new Set(references)].filter((reference) => partOf(reference) === undefined)).toEqual([]);
});

test("conditions across fields are left out, and stay in the descriptions", () => {
  const conditions = [...partsOf(document)].filter(
    ([, part]) =>
      "not" in part || "dependentRequired" in part || (Array.isArray(part.allOf) && !part.allOf.every((each: Json) => "$ref" in each)),
  );
  const { description } = (document.paths as Record<string, { post: Json }>)["/v2/users/get"]?.post ?? {};

  expect(conditions.map(([path]) => path)).toEqual([]);
  expect(description).toContain("`folderId` and `documentId` exclude each other");
});

test("the license is named by a URL, because 3.0 knows no identifier", () => {
  expect(document.info).toMatchObject({ license: { name: "Apache-2.0", url: "https://spdx.org/licenses/Apache-2.0.html" } });
});
