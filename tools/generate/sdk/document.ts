/** The parts of JSON Schema that the document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  /** A `const` that is true or false. */
  readonly "x-const"?: boolean;
}

/** The schema of an object's property. */
export type Property = Schema;

export interface Single {
  readonly name: string;
  readonly ids: string;
  readonly id: string;
  readonly needs: readonly string[];
  readonly takes: readonly string[];
}

interface OneItem {
  readonly name: string;
  readonly items: string;
  readonly item: string;
}

/** The parts of an operation of the OpenAPI document that the generators of clients read. */
export interface Operation {
  readonly "x-sdk-name"?: string;
  readonly "x-sdk-by-hand"?: string;
  readonly "x-sdk-variant"?: { readonly name: string; readonly sets: Readonly<Record<string, unknown>> };
  readonly "x-sdk-single"?: Single;
  readonly "x-sdk-one-item"?: OneItem;
  readonly "x-paged"?: object;
  readonly "x-feed"?: object;
  readonly "x-batch"?: { readonly results: string };
  readonly "x-no-data"?: true;
  readonly "x-body-credentials"?: true;
  readonly "x-shows-secret"?: true;
  readonly "x-timeout-ms"?: number;
  readonly "x-retry": { readonly idempotencyKey: boolean };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The last paragraph of the description: notes that all operations have in the same form. */
  readonly "x-notes"?: string;
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: Schema; readonly example: { readonly data: unknown } } };
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

/** The OpenAPI document. */
export interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** `threads.retrieve` takes a `ThreadsRetrieveRequest`. */
export function requestName(sdk: string): string {
  return `${sdk.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Request`;
}

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
