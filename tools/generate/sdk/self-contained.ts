import type { Schema } from "./json-schema.ts";

/** A schema with every reference replaced by its target. */
export function selfContained(schema: unknown, schemas: Readonly<Record<string, Schema>>): Schema {
  if (Array.isArray(schema)) return schema.map((part) => selfContained(part, schemas)) as unknown as Schema;
  if (typeof schema !== "object" || schema === null) return schema as Schema;
  const { $ref, ...rest } = schema as Schema;
  const own = Object.entries(rest).map(([key, part]) => [key, selfContained(part, schemas)]);
  return { ...($ref === undefined ? {} : selfContained(schemas[refName($ref)], schemas)), ...Object.fromEntries(own) };
}

/** The name of a reference's target. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
