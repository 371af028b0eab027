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
