import { getTableUniqueName, is, SQL, StringChunk } from "drizzle-orm";
import { PgColumn, PgTable } from "drizzle-orm/pg-core";

/**
 * A value inside the text of a statement: a table (written with its schema), a column (by its name alone, so that an alias can stand in
 * front of it: `u.${users.name}`), another `Sql`, a part that a schema declares (the default of a column), a number, or a list of these.
 */
type SqlPart = PgTable | PgColumn | Sql | SQL | number | readonly SqlPart[];

/** How a table (`users.memberships`) and a column (`user_id`) are written. */
export interface Names {
  readonly table: (name: string) => string;
  readonly column: (name: string) => string;
}

const declaredNames: Names = { table: (name) => name, column: (name) => name };

/** The text of a statement, or of a part of it, which knows the tables and columns in it. */
export class Sql {
  readonly #strings: readonly string[];
  readonly #parts: readonly SqlPart[];

  constructor(strings: readonly string[], parts: readonly SqlPart[]) {
    this.#strings = strings;
    this.#parts = parts;
  }

  /** The text; tables and columns have their declared names, or those that `names` gives. */
  text(names: Names = declaredNames): string {
    return this.#strings.map((string, index) => (index === 0 ? string : written(this.#parts[index - 1], names) + string)).join("");
  }
}

/**
 * The text of a statement, or of a part of it. Tables and columns come from the service's `schema.ts`, so that a misspelt one does not
 * compile; parameters are named in the text:
 *
 * sql`select ${users.name} from ${users} where ${users.apiKeyId} = $apiKeyId and ${users.userId} = $userId`
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  return new Sql(strings, parts);
}

/** A parameter whose name is computed. */
export function parameter(name: string): Sql {
  if (!/^[a-zA-Z]\w*$/.test(name)) throw new Error(`A parameter cannot have the name ${name}: it consists of letters, digits and "_".`);
  return new Sql([`$${name}`], []);
}

/** A word as an SQL literal: `'folder'`. */
export function literal(word: string): Sql {
  if (!/^[\w-]*$/.test(word)) throw new Error(`A statement cannot contain the word ${word}: give it as a parameter.`);
  return new Sql([`'${word}'`], []);
}

function written(part: SqlPart | undefined, names: Names): string {
  if (typeof part === "number") return String(part);
  if (part instanceof Sql) return part.text(names);
  if (Array.isArray(part)) return part.map((each) => written(each, names)).join(", ");
  if (is(part, PgColumn)) return names.column(part.name);
  if (is(part, PgTable)) return names.table(getTableUniqueName(part));
  if (is(part, SQL)) return part.queryChunks.map(wordsOf).join("");
  throw new Error("A statement contains a value that is neither a table nor a column nor a part of a statement.");
}

function wordsOf(chunk: SQL["queryChunks"][number]): string {
  if (!is(chunk, StringChunk)) throw new Error("A statement can contain an SQL part of a schema only if the part is plain text.");
  return chunk.value.join("");
}
