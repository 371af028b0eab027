import { listOf, type Shape, type SqlType, sqlTypeOf } from "./shape.ts";
import { parameter, Sql, sql } from "./sql.ts";

/** Rows that a statement receives: the text that follows `from`, and the columns by name. */
export interface GivenRows<Name extends string> {
  readonly from: Sql;
  readonly columns: Readonly<Record<Name, Sql>>;
}

/**
 * The rows of a parameter that is the text of a JSON array of objects with these keys: `json_to_recordset($items::json) as i ("id" text,
 * …)`.
 */
export function recordset<const Columns extends Shape>(items: string, alias: string, columns: Columns): GivenRows<keyof Columns & string> {
  const typed = Object.entries(columns).map(([name, type]) => new Sql([`${nameOf(name)} ${sqlTypeOf(type)}`], []));
  const from = sql`json_to_recordset(${parameter(items)}::json) as ${new Sql([alias], [])} (${typed})`;
  return { from, columns: columnsOf(alias, columns) };
}

/** Columns of rows that are given as lists: the parameter of each column, and the type of its values. */
type Lists = Readonly<Record<string, readonly [parameter: string, type: SqlType<unknown>]>>;

type ListParameters<Columns extends Lists> = {
  readonly [Name in keyof Columns as Columns[Name][0]]: Columns[Name][1] extends SqlType<infer Value> ? SqlType<readonly Value[]> : never;
};

/** Rows given as one list for each column: `unnest($ids::text[], …) as i ("id", …)`, with the parameters that the statement declares. */
export function listedRows<const Columns extends Lists>(
  alias: string,
  columns: Columns,
): GivenRows<keyof Columns & string> & { readonly parameters: ListParameters<Columns> } {
  const lists = Object.values(columns).map(([name, type]) => [name, listOf(type)] as const);
  const names = Object.keys(columns).map((name) => new Sql([nameOf(name)], []));
  const from = sql`unnest(${lists.map(([name, list]) => typedParameter(name, list))}) as ${new Sql([alias], [])} (${names})`;
  return { from, columns: columnsOf(alias, columns), parameters: Object.fromEntries(lists) as unknown as ListParameters<Columns> };
}

/** One row, whose columns are parameters of the same names: `(select $id::text as "id", …) as i`. */
export function parameterRow<const Columns extends Shape>(alias: string, columns: Columns): GivenRows<keyof Columns & string> {
  const named = Object.entries(columns).map(([name, type]) => sql`${typedParameter(name, type)} as ${new Sql([nameOf(name)], [])}`);
  return { from: sql`(select ${named}) as ${new Sql([alias], [])}`, columns: columnsOf(alias, columns) };
}

/** A parameter with its type: `$ids::text[]`. */
export function typedParameter(name: string, type: Shape[string]): Sql {
  return sql`${parameter(name)}::${new Sql([sqlTypeOf(type)], [])}`;
}

function columnsOf<Columns extends object>(alias: string, columns: Columns): Readonly<Record<keyof Columns & string, Sql>> {
  const entries = Object.keys(columns).map((name) => [name, new Sql([`${alias}.${nameOf(name)}`], [])]);
  return Object.fromEntries(entries) as Record<keyof Columns & string, Sql>;
}

// Without quotation marks Postgres would fold a name to lower case, and reject one that is an SQL keyword (`user`).
function nameOf(name: string): string {
  return `"${name}"`;
}
