import type { Schema } from "./document.ts";

/** A type, for all languages. */
export type Type =
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "any" | "null" }
  | { readonly kind: "literal"; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "array"; readonly of: Type }
  | { readonly kind: "map"; readonly of: Type }
  | { readonly kind: "struct"; readonly name: string }
  | { readonly kind: "union"; readonly of: readonly Type[] };

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
}

/** A named type: an object with known keys, or a union. */
export interface Struct {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
  /** Whether it has further keys of the customer's own. */
  readonly open: boolean;
  /** Set when the name stands for another type instead of an object with known keys. */
  readonly alias?: Type;
}

/** The type of a schema, without null. */
export function typeOf(schema: Schema): Type {
  return withoutNull(fullType(schema));
}

function fullType(schema: Schema): Type {
  if (schema.$ref !== undefined) return { kind: "struct", name: schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) };
  const only = schema.const ?? schema["x-const"];
  if (only !== undefined) return { kind: "literal", values: [only] };
  if (schema.enum !== undefined) return { kind: "literal", values: schema.enum };
  const variants =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined);
  if (variants !== undefined) return { kind: "union", of: variants.map(fullType) };
  switch (schema.type) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return { kind: schema.type };
    case "array":
      return { kind: "array", of: schema.items === undefined ? { kind: "any" } : nullableElement(schema.items) };
    case "object":
      return {
        kind: "map",
        of: typeof schema.additionalProperties === "object" ? nullableElement(schema.additionalProperties) : { kind: "any" },
      };
    default:
      return { kind: "any" };
  }
}

// Entries that may be null are rare, and then have any type.
function nullableElement(schema: Schema): Type {
  return allowsNull(schema) ? { kind: "any" } : typeOf(schema);
}

function allowsNull(schema: Schema): boolean {
  const type = fullType(schema);
  return type.kind === "null" || (type.kind === "union" && type.of.some(({ kind }) => kind === "null"));
}

function withoutNull(type: Type): Type {
  if (type.kind !== "union") return type;
  const rest = type.of.filter(({ kind }) => kind !== "null");
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? only : { kind: "union", of: rest };
}

/** The structs reachable from the roots, in the order in which they are met. */
export function structsOf(roots: readonly (string | Type)[], schemas: Readonly<Record<string, Schema>>): Struct[] {
  const found = new Map<string, Struct>();
  const visit = (type: Type): void => {
    if (type.kind === "array" || type.kind === "map") visit(type.of);
    else if (type.kind === "union") type.of.forEach(visit);
    else if (type.kind === "struct" && !found.has(type.name)) {
      const struct = structOf(type.name, schemas[type.name]);
      found.set(type.name, struct);
      for (const field of struct.fields) visit(field.type);
      if (struct.alias !== undefined) visit(struct.alias);
    }
  };
  for (const root of roots) visit(typeof root === "string" ? { kind: "struct", name: root } : root);
  return [...found.values()];
}

function structOf(name: string, schema: Schema | undefined): Struct {
  if (schema === undefined) throw new Error(`There is no schema ${name}.`);
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    name: key,
    type: typeOf(property),
    required: required.has(key),
    nullable: allowsNull(property),
    description: property.description ?? "",
  }));
  const base = { name, description: schema.description ?? "", fields, open: schema.additionalProperties === true };
  return schema.properties === undefined && schema.type !== "object" ? { ...base, alias: typeOf(schema) } : base;
}
