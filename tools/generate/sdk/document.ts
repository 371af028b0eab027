import type { Schema } from "./json-schema.ts";

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
  readonly "x-batch"?: object;
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
