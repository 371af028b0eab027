import type { Schema } from "./json-schema.ts";

/** A form in which each reference is replaced by what it refers to. */
export function selfContained(schema: unknown, schemas: Readonly<Record<string, Schema>>): Schema {
  if (Array.isArray(schema)) return schema.map((part) => selfContained(part, schemas)) as unknown as Schema;
  if (typeof schema !== "object" || schema === null) return schema as Schema;
  const { $ref, ...rest } = schema as Schema;
  const own = Object.entries(rest).map(([key, part]) => [key, selfContained(part, schemas)]);
  return { ...($ref === undefined ? {} : selfContained(schemas[refName($ref)], schemas)), ...Object.fromEntries(own) };
}

/** The name of what a reference refers to. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
