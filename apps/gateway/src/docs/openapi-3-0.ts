import { withNullableCopies } from "./nullable-copies.ts";
import type { Json } from "./schema-catalogue.ts";

/**
 * Converts the document for generators that only know OpenAPI 3.0. The conditions across the fields of a request are left out: 3.0 has no word
 * for some, and generators make empty types of others. The descriptions of the operations say them too. So are the responses of an operation's own
 * errors, because generators for Rust stop at an operation whose errors have two forms.
 */
export function asOpenApi30(document: Json): Json {
  const { webhooks, openapi: _version, info, ...rest } = document;
  const converted = converge(rest) as Json;
  // 3.0 has no webhooks; an extension includes them at least.
  const hooks = webhooks === undefined ? {} : { "x-webhooks": converge(webhooks) };
  return withNullableCopies({ openapi: "3.0.3", info: licensed(info as Json | undefined), ...converted, ...hooks });
}

const commonError = "#/components/schemas/Error";

/** The responses of an operation without the errors that have a form of their own. */
function responsesOf(responses: Json): Json {
  const isOwnError = ([status, response]: readonly [string, unknown]) => {
    const { content } = response as { content?: Record<string, { schema?: Json }> };
    const $ref = content?.["application/json"]?.schema?.$ref;
    return /^[45]\d\d$/.test(status) && $ref !== undefined && $ref !== commonError;
  };
  return Object.fromEntries(Object.entries(responses).filter((each) => !isOwnError(each)));
}

// 3.0 has no SPDX identifier of a license.
function licensed(info: Json | undefined): Json | undefined {
  if (info?.license === undefined) return info;
  const { identifier, ...license } = info.license as Json;
  return { ...info, license: { ...license, url: `https://spdx.org/licenses/${identifier}.html` } };
}

// Examples are data: their keys `type` and `const` are not a schema's.
const kept = new Set(["example", "examples", "default", "enum"]);

function converge(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converge);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    if (kept.has(key)) return [key, part];
    if (key === "responses") return [key, converge(responsesOf(part as Json))];
    return [key, key === "properties" ? propertiesOf(part as Json) : converge(part)];
  });
  return schemaOf(Object.fromEntries(entries) as Json);
}

// The keys of `properties` are property names, even if they look like keywords.
function propertiesOf(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, converge(schema)]));
}

/** Converts a schema of 3.1 (JSON Schema) to 3.0. */
function schemaOf({ propertyNames: _names, $schema: _dialect, ...given }: Json): Json {
  const schema = withoutConditions(given);
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

/** Without `not` and the parts of `allOf` that are conditions: they say no more of a value's form than its `properties` do. */
function withoutConditions({ allOf, not: _condition, ...schema }: Json): Json {
  if (!Array.isArray(allOf)) return schema;
  const forms = (allOf as Json[]).filter((part) => "$ref" in part || "type" in part);
  return forms.length === 0 ? schema : { ...schema, allOf: forms };
}

function oneTypeOf(types: readonly string[]): Json {
  const [type, ...others] = types.filter((each) => each !== "null");
  const nullable = types.includes("null") ? { nullable: true } : {};
  return others.length === 0
    ? { type, ...nullable }
    : { type: undefined, anyOf: [type, ...others].map((each) => ({ type: each })), ...nullable };
}

// A variant that is null becomes `nullable`, which counts only next to a `type`: of several variants the first that has one gets it.
function withoutNull(schema: Json, variants: readonly Json[]): Json {
  const rest = variants.filter(({ nullable, enum: values }) => !(nullable === true && Array.isArray(values) && values[0] === null));
  if (rest.length === variants.length) return schema;
  const [only] = rest;
  if (only === undefined) return schema;
  if (rest.length > 1) return { ...schema, anyOf: nullableIn(rest) };
  if (Array.isArray(only.anyOf)) return { ...without(schema, "anyOf"), ...only, anyOf: nullableIn(only.anyOf as Json[]) };
  const own = without(schema, "anyOf");
  if (typeof only.$ref === "string") return { ...own, allOf: [only], nullable: true };
  return { ...only, ...own, nullable: true, ...(Array.isArray(only.enum) ? { enum: [...only.enum, null] } : {}) };
}

function nullableIn(variants: readonly Json[]): Json[] {
  const typed = variants.findIndex(({ type }) => type !== undefined);
  return variants.map((variant, index) => (index === Math.max(typed, 0) ? { ...variant, nullable: true } : variant));
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
