import type { PgColumn } from "drizzle-orm/pg-core";

/** A Postgres type with the TypeScript type of its values, for parameters and results that are not columns of a table. */
export interface SqlType<Value> {
  /** The type as Postgres writes it: `bigint`, `text[]`. */
  readonly sqlType: string;
  /** Never set; it carries the TypeScript type. */
  readonly value?: () => Value;
}

/** Parameters or results of a statement by name; each is a column of a table, or a type. */
export type Shape = Readonly<Record<string, PgColumn | SqlType<unknown>>>;

type ValueOf<Of> =
  Of extends SqlType<infer Value>
    ? Value
    : Of extends PgColumn
      ? Of["_"]["notNull"] extends true
        ? Of["_"]["data"]
        : Of["_"]["data"] | null
      : never;

/** The object that a shape describes: a row, or the parameters of a statement. */
export type ValuesOf<Of extends Shape> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

const of = <Value>(sqlType: string): SqlType<Value> => ({ sqlType });

export const types = {
  text: of<string>("text"),
  bigint: of<number>("bigint"),
  integer: of<number>("integer"),
  smallint: of<number>("smallint"),
  double: of<number>("double precision"),
  numeric: of<number>("numeric"),
  boolean: of<boolean>("boolean"),
  uuid: of<string>("uuid"),
  json: of<string>("json"),
  jsonb: of<string>("jsonb"),
  bytes: of<Buffer>("bytea"),
  date: of<string>("date"),
  xid8: of<string>("xid8"),
  /** The physical position of a row in its table (ctid). */
  tid: of<string>("tid"),
};

/** The same type with null as a possible value, as after an outer join or for an optional parameter. */
export function nullable<Of extends PgColumn | SqlType<unknown>>(of: Of): SqlType<ValueOf<Of> | null> {
  return { sqlType: sqlTypeOf(of) };
}

/** An array of a type. */
export function listOf<Value>(of: SqlType<Value>): SqlType<readonly Value[]> {
  return { sqlType: `${of.sqlType}[]` };
}

/** The same Postgres type with a narrower TypeScript type, for example a closed set of words. */
export function narrowed<Value>(of: PgColumn | SqlType<unknown>): SqlType<Value> {
  return { sqlType: sqlTypeOf(of) };
}

/** Postgres' name of the type, without a column's collation: `text`. */
export function sqlTypeOf(of: PgColumn | SqlType<unknown>): string {
  return "sqlType" in of ? of.sqlType : of.getSQLType().replace(' collate "C"', "");
}
