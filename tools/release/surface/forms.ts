import { maybe, required } from "./surface.ts";

/** The part of JSON Schema that the documents and the chart's values use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
}

const bounds = ["maxLength", "minLength", "maximum", "minimum", "maxItems", "minItems", "pattern"] as const;

/**
 * The members of a form by path (`comments[].commentText`), each with its type. Closed sets also have a member for each value. The members
 * of a referenced form belong to that form.
 */
export function membersOf(schema: Schema, direction: "sent" | "read"): Record<string, string> {
  const members: Record<string, string> = {};
  const add = (path: string, value: string) => {
    // A path that occurs in several alternatives has all of their types.
    const former = members[path];
    members[path] =
      former === undefined || former === value ? value : [...new Set([...former.split(" or "), value])].toSorted().join(" or ");
  };
  const visit = (path: string, part: Schema) => {
    if (part.$ref !== undefined) return;
    for (const value of part.enum ?? (part.const === undefined ? [] : [part.const])) add(`${path} = ${JSON.stringify(value)}`, "value");
    if (direction === "sent") for (const bound of bounds) if (bound in part) add(`${path} ${bound}`, String(part[bound as keyof Schema]));
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const isRequired = part.required?.includes(name) === true;
      const inner = path === "" ? name : `${path}.${name}`;
      const type = typeOf(property);
      add(inner, direction === "sent" ? `${isRequired ? required : ""}${type}` : `${type}${isRequired ? "" : maybe}`);
      visit(inner, property);
    }
    if (part.items !== undefined) visit(`${path}[]`, part.items);
    if (typeof part.additionalProperties === "object") visit(`${path}{}`, part.additionalProperties);
    for (const alternative of [...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? [])]) visit(path, alternative);
  };
  visit("", schema);
  return members;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const alternatives = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (schema.type === "array" && schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const type = schema.type === undefined ? "anything" : [schema.type].flat().join(" or ");
  return schema.enum === undefined && schema.const === undefined ? type : `closed set of ${type}`;
}

/** The last part of a reference. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
