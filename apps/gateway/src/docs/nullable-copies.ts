import type { Json } from "./schema-catalogue.ts";

const schemaPath = "#/components/schemas/";
const prefix = "Nullable";

/**
 * The document of OpenAPI 3.0 in which each reference that may be null leads to a copy of its schema that allows null. `nullable` next to a
 * reference does not: the value must match the referenced schema too. Generators read the `nullable` at the place of use.
 */
export function withNullableCopies(document: Json): Json {
  const components = (document.components ?? {}) as Json;
  const schemas = (components.schemas ?? {}) as Record<string, Json>;
  const copies: Record<string, Json> = {};
  const copied = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copied);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, part]) => [key, key === "example" ? part : copied(part)]);
    const schema = Object.fromEntries(entries) as Json;
    const name = nullableReference(schema);
    const original = name === undefined ? undefined : schemas[name];
    if (original === undefined) return schema;
    copies[prefix + name] = nullable(copied(original) as Json);
    return { ...schema, type: original.type, allOf: [{ $ref: schemaPath + prefix + name }] };
  };
  const { schemas: _schemas, ...others } = components;
  const rest = copied({ ...document, components: others }) as Json;
  const all = copied(schemas) as Record<string, Json>;
  if (Object.keys(components).length === 0) return rest;
  return withOwnNames({ ...rest, components: { ...(rest.components as Json), schemas: all } }, copies);
}

/** Adds the copies. Where nothing refers to the original any more, the copy takes its place and name. */
function withOwnNames(document: Json, copies: Readonly<Record<string, Json>>): Json {
  const text = JSON.stringify([document, copies]);
  const unused = Object.keys(copies).filter((name) => !text.includes(`"${schemaPath}${originalOf(name)}"`));
  const nameOf = (name: string) => (unused.includes(name) ? originalOf(name) : name);
  const renamed = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (key, part) =>
      key === "$ref" && typeof part === "string" && part.startsWith(schemaPath) ? schemaPath + nameOf(part.slice(schemaPath.length)) : part,
    );
  const { components, ...rest } = renamed(document);
  const named = Object.entries(copies).map(([name, copy]) => [nameOf(name), renamed(copy)]);
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ...Object.fromEntries(named) } } };
}

function originalOf(copy: string): string {
  return copy.slice(prefix.length);
}

/** The name of the only schema to which the nullable schema refers. */
function nullableReference({ nullable: isNullable, type, allOf }: Json): string | undefined {
  if (isNullable !== true || type !== undefined || !Array.isArray(allOf)) return undefined;
  const [{ $ref } = {}, ...others] = allOf as Json[];
  return typeof $ref === "string" && others.length === 0 ? $ref.slice(schemaPath.length) : undefined;
}

function nullable(schema: Json): Json {
  return { ...schema, nullable: true, ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}) };
}
