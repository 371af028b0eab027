import { withQualifiedNames } from "./qualified-names.ts";

/**
 * One SQL statement, written once, sent by name: Postgres parses and plans it once per connection. Its tables are those of the schema in its name.
 * Parameters are named in the text (`$apiKeyId`); columns come back in camelCase.
 */
export interface Statement<Parameters, Row> {
  /** `<schema>.<what_it_does>`, unique in the process; Postgres shows it in `pg_prepared_statements`. */
  readonly name: string;
  readonly text: string;
  readonly parameterNames: readonly string[];
  /** Why the statement may touch keyed tables without naming their key; undefined for all others. */
  readonly acrossKeys: string | undefined;
  /** Never set: it carries the types. */
  readonly types?: (parameters: Parameters) => Row;
}

interface StatementOptions {
  /** States why the statement is allowed to look across API keys (maintenance, credentials, relays). Without it the wall refuses it. */
  readonly acrossKeys?: string;
}

const registry = new Map<string, Statement<never, unknown>>();

/** Declares a statement. To be called once, at the top of a store file. */
export function statement<Parameters extends object, Row = Record<string, never>>(
  name: string,
  text: string,
  options: StatementOptions = {},
): Statement<Parameters, Row> {
  if (registry.has(name)) throw new Error(`The statement ${name} is declared twice.`);
  // Postgres cuts names at 63 bytes in silence; two that differ only behind that would run each other's plan.
  if (name.length > 63) throw new Error(`The name of statement ${name} is longer than 63 characters.`);

  const parameterNames: string[] = [];
  const schema = name.slice(0, name.indexOf("."));
  const numbered = withQualifiedNames(schema, text).replace(/\$([a-zA-Z]\w*)/g, (_, parameter: string) => {
    let index = parameterNames.indexOf(parameter);
    if (index < 0) index = parameterNames.push(parameter) - 1;
    return `$${index + 1}`;
  });
  const declared = { name, text: numbered, parameterNames, acrossKeys: options.acrossKeys };
  registry.set(name, declared);
  return declared;
}

/** Every statement declared by the code that this process has loaded: what the wall is checked against. */
export function declaredStatements(): readonly Statement<never, unknown>[] {
  return [...registry.values()];
}
