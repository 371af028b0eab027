import * as z from "zod";

export type Json = Record<string, unknown>;

/** Whether the gateway reads or writes the schema. */
type Direction = "input" | "output";

/**
 * The named schemas of the document (`components.schemas`). A schema with a `title` keeps that name wherever it occurs; any other object is
 * named after its position, `UsersListRequest` or `ThreadsListDataLocation`.
 */
export class SchemaCatalogue {
  readonly schemas: Record<string, Json> = {};

  /** Adds a schema with all its parts, and returns its replacement: a reference if it is an object. */
  add(name: string, schema: z.ZodType, direction: Direction): Json {
    const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io: direction, unrepresentable: "any" }) as Json;
    const names = new Map(
      Object.entries($defs as Record<string, Json>).map(([key, definition]) => [key, titleOf(definition) ?? name + pascal(key)]),
    );
    const place: Place = { names, root: titleOf(root) ?? name, direction };
    for (const [key, definition] of Object.entries($defs as Record<string, Json>)) this.#lift(definition, names.get(key) ?? key, place);
    return this.#lift(root, name, place);
  }

  /** Adds a schema that is already JSON Schema, under its name. */
  put(name: string, schema: Json): Json {
    const known = this.schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(
        `Two different schemas are named ${name}: ${JSON.stringify(known).slice(0, 300)} and ${JSON.stringify(schema).slice(0, 300)}.`,
      );
    }
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  #lift(schema: Json, name: string, place: Place): Json {
    if (typeof schema.$ref === "string") return { ...schema, $ref: `#/components/schemas/${refName(schema.$ref, place)}` };
    const { title, description, ...rest } = schema;
    const own = typeof title === "string" ? title : name;
    const described = description === undefined ? {} : { description };
    const lifted = this.#liftParts(rest, own, place);
    // An object with free keys gets a name only if some keys are known. Its description belongs to the place of its use.
    return rest.properties === undefined && title === undefined ? { ...lifted, ...described } : { ...this.put(own, lifted), ...described };
  }

  #liftParts(schema: Json, name: string, place: Place): Json {
    const { properties, items, additionalProperties, anyOf, propertyNames: _names, ...rest } = schema;
    const lifted = forGenerators(rest);
    if (properties !== undefined) {
      lifted.properties = Object.fromEntries(
        Object.entries(properties as Record<string, Json>).map(([key, property]) => [
          key,
          this.#lift(property, name + pascal(isList(property) ? singular(key) : key), place),
        ]),
      );
    }
    if (items !== undefined) lifted.items = this.#lift(items as Json, name, place);
    if (isSchema(additionalProperties)) lifted.additionalProperties = this.#lift(additionalProperties, `${name}Entry`, place);
    // Responses may get further keys in a later version, so only requests are closed.
    else if (isAnything(additionalProperties)) lifted.additionalProperties = true;
    else if (additionalProperties === false && place.direction === "input") lifted.additionalProperties = additionalProperties;
    if (anyOf !== undefined) lifted.anyOf = this.#liftVariants(anyOf as Json[], name, place);
    return lifted;
  }

  #liftVariants(variants: readonly Json[], name: string, place: Place): Json[] {
    const several = variants.filter(({ type }) => type !== "null").length > 1;
    return variants.map((variant, index) => this.#lift(variant, several ? `${name}${index + 1}` : name, place));
  }
}

/**
 * The schema in the form that generators of clients understand. Without a format an integer has 32 bits in Java, Go and Rust: times would be
 * wrong there. A boolean `const` does not compile in Java; our own generator reads `x-const`.
 */
function forGenerators(schema: Json): Json {
  if (schema.type === "integer" && !isWithin32Bits(schema)) return { ...schema, format: "int64" };
  if (typeof schema.const !== "boolean") return { ...schema };
  const { const: only, ...rest } = schema;
  return { ...rest, "x-const": only };
}

function isWithin32Bits({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Json): boolean {
  return Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31;
}

interface Place {
  readonly names: ReadonlyMap<string, string>;
  readonly root: string;
  readonly direction: Direction;
}

function refName(ref: string, { names, root }: Place): string {
  return ref === "#" ? root : (names.get(ref.slice("#/$defs/".length)) ?? root);
}

function titleOf({ title }: Json): string | undefined {
  return typeof title === "string" ? title : undefined;
}

function isSchema(value: unknown): value is Json {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

// Zod writes `{}` for a loose object.
function isAnything(value: unknown): boolean {
  return value === true || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function isList({ type }: Json): boolean {
  return type === "array";
}

/** `users.listByDocument` becomes `UsersListByDocument`, `comment_annotation.add` `CommentAnnotationAdd`. */
export function pascal(words: string): string {
  return words.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/[^A-Za-z0-9]/g, "");
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
