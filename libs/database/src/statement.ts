import type { Shape, ValuesOf } from "./schema/shape.ts";
import type { Names, Sql } from "./schema/sql.ts";

/**
 * One SQL statement, written once and sent by name: Postgres parses and plans it once per connection. Parameters are named in the text
 * (`$apiKeyId`); results come in the order of `columns`.
 */
export interface Statement<Parameters, Row> {
  /** `<schema>.<what_it_does>`, unique in the process; Postgres shows it in `pg_prepared_statements`. */
  readonly name: string;
  readonly text: string;
  /** The text with other names for its tables and columns. */
  readonly textWith: (names: Names) => string;
  readonly parameterNames: readonly string[];
  /** The Postgres type of each parameter, by name. */
  readonly parameters: Shape;
  /** The columns that the statement returns, in their order. */
  readonly columns: Shape;
  readonly columnNames: readonly string[];
  /** Whether the statement changes rows. */
  readonly writes: boolean;
  /** The reason why the statement may read tables with an API key without naming the key; undefined for all other statements. */
  readonly crossTenant: string | undefined;
  /** Never set; it carries the types. */
  readonly types?: (parameters: Parameters) => Row;
}

interface StatementOptions {
  /**
   * States why the statement may span API keys (maintenance, credentials, relays). Without it the tenant isolation test refuses the
   * statement.
   */
  readonly crossTenant?: string;
}

// Excludes `for update`, which only locks, and `on conflict do update`, which follows an `insert`.
const change = /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\b/i;
const registry = new Map<string, Statement<never, unknown>>();

/**
 * Declares a statement: its name, its parameters and results (columns of tables, or types), and its text. Declaring it again with the same
 * text returns the same statement. Throws when the text names a parameter that is not declared.
 */
export function statement<const P extends Shape, const C extends Shape>(
  name: string,
  parameters: P,
  columns: C,
  text: Sql,
  options: StatementOptions = {},
): Statement<ValuesOf<P>, ValuesOf<C>> {
  // Postgres silently cuts names at 63 bytes; two names that differ only after that would share a plan.
  if (name.length > 63) throw new Error(`The name of statement ${name} is longer than 63 characters.`);

  const { numbered, parameterNames } = withNumbers(text.text());
  const unknown = parameterNames.filter((parameter) => !(parameter in parameters));
  if (unknown.length > 0) throw new Error(`The statement ${name} names ${unknown.join(", ")}, which it does not declare.`);

  const known = registry.get(name);
  if (known !== undefined) {
    if (known.text !== numbered) throw new Error(`The statement ${name} is declared twice, with different texts.`);
    return known as Statement<ValuesOf<P>, ValuesOf<C>>;
  }
  const declared = {
    name,
    text: numbered,
    textWith: (names: Names) => withNumbers(text.text(names)).numbered,
    parameterNames,
    parameters,
    columns,
    columnNames: Object.keys(columns),
    writes: change.test(numbered),
    crossTenant: options.crossTenant,
  };
  registry.set(name, declared);
  return declared;
}

/** Every statement declared by the code that this process has loaded, for the tenant isolation test. */
export function declaredStatements(): readonly Statement<never, unknown>[] {
  return [...registry.values()];
}

function withNumbers(text: string): { numbered: string; parameterNames: string[] } {
  const parameterNames: string[] = [];
  const numbered = text.replace(/\$([a-zA-Z]\w*)/g, (_, parameter: string) => {
    let index = parameterNames.indexOf(parameter);
    if (index < 0) index = parameterNames.push(parameter) - 1;
    return `$${index + 1}`;
  });
  return { numbered, parameterNames };
}
