import type { Json } from "./schema-catalogue.ts";

/** Converts the document for generators that only know OpenAPI 3.0. */
export function asOpenApi30(document: Json): Json {
  const { webhooks, openapi: _version, ...rest } = document;
  const converted = converge(rest) as Json;
  // 3.0 has no webhooks; an extension includes them at least.
  return { openapi: "3.0.3", ...converted, ...(webhooks === undefined ? {} : { "x-webhooks": converge(webhooks) }) };
}

// Examples are data: their keys `type` and `const` are not a schema's.
const kept = new Set(["example", "examples", "default", "enum"]);

function converge(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converge);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    if (kept.has(key)) return [key, part];
    return [key, key === "properties" ? propertiesOf(part as Json) : converge(part)];
  });
  return schemaOf(Object.fromEntries(entries) as Json);
}

// The keys of `properties` are property names, even if they look like keywords.
function propertiesOf(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, converge(schema)]));
}

/** Converts a schema of 3.1 (JSON Schema) to 3.0. */
function schemaOf({ propertyNames: _names, $schema: _dialect, ...schema }: Json): Json {
  if (typeof schema.$ref === "string") {
    const { $ref, ...siblings } = schema;
    return Object.keys(siblings).length === 0 ? { $ref } : { ...siblings, allOf: [{ $ref }] };
  }
  if ("const" in schema) {
    const { const: only, ...rest } = schema;
    return schemaOf({ ...rest, enum: [only] });
  }
  if (Array.isArray(schema.type)) return schemaOf({ ...schema, ...oneTypeOf(schema.type as string[]) });
  if (schema.type === "null") return { ...without(schema, "type"), nullable: true, enum: [null] };
  if (Array.isArray(schema.anyOf)) return withoutNull(schema, schema.anyOf as Json[]);
  return exclusiveBounds(schema);
}

function oneTypeOf(types: readonly string[]): Json {
  const [type, ...others] = types.filter((each) => each !== "null");
  const nullable = types.includes("null") ? { nullable: true } : {};
  return others.length === 0
    ? { type, ...nullable }
    : { type: undefined, anyOf: [type, ...others].map((each) => ({ type: each })), ...nullable };
}

// A variant that is null becomes `nullable` without a type.
function withoutNull(schema: Json, variants: readonly Json[]): Json {
  const rest = variants.filter(({ nullable, enum: values }) => !(nullable === true && Array.isArray(values) && values[0] === null));
  if (rest.length === variants.length) return schema;
  const [only] = rest;
  if (rest.length !== 1 || only === undefined) return { ...schema, anyOf: rest, nullable: true };
  const own = without(schema, "anyOf");
  return typeof only.$ref === "string" ? { ...own, allOf: [only], nullable: true } : { ...only, ...own, nullable: true };
}

function exclusiveBounds(schema: Json): Json {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...rest,
    ...(typeof exclusiveMinimum === "number" ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(typeof exclusiveMaximum === "number" ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : {}),
  };
}

function without(schema: Json, key: string): Json {
  const { [key]: _gone, ...rest } = schema;
  return rest;
}
