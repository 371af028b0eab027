import type pg from "pg";
import { getTypeParser } from "./session.ts";
import type { Statement } from "./statement.ts";

/** Makes a row from Postgres' fields: text or null for each column. */
export type RowReader = (fields: readonly (string | null)[]) => Record<string, unknown>;

type Parse = (text: string) => unknown;

// The OIDs of Postgres types whose text is passed on, and of those that are numbers.
const texts = new Set([18, 19, 25, 114, 1042, 1043, 2950, 3802]);
const numbers = new Set([20, 21, 23, 26, 700, 701, 1700]);
const boolean = 16;

const compiled = new Map<string, (parsers: readonly Parse[]) => RowReader>();

/** Compiles the reader of a statement's rows. Throws when the statement returns a different number of columns than it declares. */
export function rowReader({ name, columnNames }: Statement<never, unknown>, fields: readonly pg.FieldDef[]): RowReader {
  if (fields.length !== columnNames.length)
    throw new Error(`The statement ${name} declares ${columnNames.length} results and returns ${fields.length}.`);
  const parsers = fields.map(({ dataTypeID }) => getTypeParser(dataTypeID));
  const members = columnNames.map((column, index) => `${JSON.stringify(column)}: ${sourceOf(fields[index]?.dataTypeID ?? 0, index)}`);
  const text = members.join(", ");
  // An object literal with its keys in the source is created several times as fast as one whose keys are assigned. The names come from our
  // own declarations.
  const make =
    compiled.get(text) ?? (new Function("parsers", `return (fields) => ({ ${text} });`) as (parsers: readonly Parse[]) => RowReader);
  compiled.set(text, make);
  return make(parsers);
}

function sourceOf(type: number, index: number): string {
  const field = `fields[${index}]`;
  if (texts.has(type)) return field;
  if (numbers.has(type)) return `${field} === null ? null : +${field}`;
  if (type === boolean) return `${field} === null ? null : ${field} === "t"`;
  return `${field} === null ? null : parsers[${index}](${field})`;
}
