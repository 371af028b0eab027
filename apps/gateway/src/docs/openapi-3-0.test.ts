import { expect, test } from "vitest";
import { defaultDocument } from "./default-document.ts";
import { asOpenApi30 } from "./openapi-3-0.ts";

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
      User: { description: "Who.", allOf: [{ $ref: "#/components/schemas/Text" }], nullable: true },
      Word: { type: "string", enum: ["success"] },
      Named: { type: "object", properties: { type: nullable } },
    },
  });
});
