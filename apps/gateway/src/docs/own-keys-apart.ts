import * as z from "zod";

type Json = Readonly<Record<string, unknown>>;

/** Stands for a JavaScript spread that precedes the customer's own keys. */
export const spreadKey = "...";

/**
 * Moves the customer's own keys of an example under `...`: the TypeScript client accepts only declared keys in a literal, so that a
 * misspelt one does not compile.
 */
export function ownKeysApart(example: Json, request: z.ZodType): Json {
  const schema = z.toJSONSchema(request, { io: "input", unrepresentable: "any" }) as Json;
  return apart(example, schema, (schema.$defs ?? {}) as Json) as Json;
}

function apart(value: unknown, given: Json, definitions: Json): unknown {
  const schema = formOf(given, definitions);
  if (Array.isArray(value)) return value.map((item) => apart(item, (schema.items ?? {}) as Json, definitions));
  const known = schema.properties as Readonly<Record<string, Json>> | undefined;
  if (typeof value !== "object" || value === null || known === undefined) return value;
  const entries = Object.entries(value);
  const own = entries.filter(([key]) => !Object.hasOwn(known, key));
  const rest = entries.filter(([key]) => Object.hasOwn(known, key)).map(([key, part]) => [key, apart(part, known[key] ?? {}, definitions)]);
  return Object.fromEntries(own.length === 0 ? rest : [...rest, [spreadKey, Object.fromEntries(own)]]);
}

/** The target of a reference, or the variant that is an object or a list. */
function formOf(schema: Json, definitions: Json): Json {
  if (typeof schema.$ref === "string") return formOf((definitions[schema.$ref.slice("#/$defs/".length)] ?? {}) as Json, definitions);
  const variants = (schema.anyOf ?? []) as readonly Json[];
  return variants.find(({ properties, items, $ref }) => (properties ?? items ?? $ref) !== undefined) ?? schema;
}
