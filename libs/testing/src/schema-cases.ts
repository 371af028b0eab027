import { declaredStatements, type Migration, migrate } from "@parley/database";
import { sqlTypeOf } from "@parley/database/schema";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { freshDatabase, openConnection } from "./fresh-database.ts";
import { querySql } from "./query-sql.ts";
import { statementsWithLiteralNames } from "./renamed-names.ts";

interface SchemaCases {
  readonly schema: string;
  readonly migrations: readonly Migration[];
  /** The exports of the service's `schema.ts`. */
  readonly tables: Readonly<Record<string, unknown>>;
}

/**
 * Declares the tests that compare a service's declaration of tables, and the parameters and results of its statements, with Postgres
 * itself.
 */
export function testSchema({ schema, migrations, tables }: SchemaCases): void {
  let url: string;
  beforeAll(async () => {
    url = await freshDatabase();
    await migrate({ url, schema, migrations });
  });
  const declared = Object.values(tables).filter((table): table is PgTable => is(table, PgTable));

  test("columns are declared as the migrations make them", async () => {
    expect(declared.flatMap(columnsOf).sort()).toEqual(
      (await querySql<{ line: string }>(url, columnLines, [schema])).map(({ line }) => line),
    );
  });

  test("keys and indexes are declared as the migrations make them", async () => {
    expect(declared.flatMap(indexesOf).sort()).toEqual(
      (await querySql<{ line: string }>(url, indexLines, [schema])).map(({ line }) => line),
    );
  });

  test("Postgres takes and returns what the statements declare", async () => {
    const client = await openConnection(url);
    const differing: string[] = [];
    for (const { name, text, parameterNames, parameters, columns } of declaredStatements()) {
      if (!name.startsWith(`${schema}.`)) continue;
      await client.query(`prepare checked as ${text}`);
      const { rows } = await client.query<{ takes: string; returns: string | null }>(preparedTypes);
      await client.query("deallocate checked");
      const takes = parameterNames.map((parameter) => typeOf(parameters[parameter])).join(", ");
      const returns = Object.values(columns).map(typeOf).join(", ");
      if (rows[0]?.takes !== takes || (rows[0].returns ?? returns) !== returns) {
        differing.push(`${name}: (${takes}) -> (${returns}), by Postgres (${rows[0]?.takes}) -> (${rows[0]?.returns})`);
      }
    }
    expect(differing).toEqual([]);
  });

  test("statements name tables and columns only by their declaration", async () => {
    const statements = declaredStatements().filter(({ name }) => name.startsWith(`${schema}.`));

    expect(await statementsWithLiteralNames(url, schema, statements)).toEqual([]);
  });
}

// Before Postgres 16 the types of a statement's results are not reported; they are null here.
const preparedTypes = `
  select array_to_string(parameter_types, ', ') as takes,
    case when to_jsonb(p) ? 'result_types' then array_to_string(array(select jsonb_array_elements_text(types)), ', ') end as returns
  from pg_prepared_statements p, lateral (select coalesce(nullif(to_jsonb(p) -> 'result_types', 'null'), '[]')) t (types)
  where name = 'checked'`;

const typeOf = (of: Parameters<typeof sqlTypeOf>[0] | undefined) => (of === undefined ? "undeclared" : sqlTypeOf(of));

const columnLines = `
  select line from (
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
      case when o.collname = 'C' then ' collate "C"' else '' end || case when a.attnotnull then ' not null' else '' end ||
      case when a.attidentity <> '' then ' identity' when a.atthasdef then ' default' else '' end as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation o on o.oid = a.attcollation
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p')
  ) lines order by line collate "C"`;

function columnsOf(table: PgTable): string[] {
  const { name, columns } = getTableConfig(table);
  return columns.map((column) => {
    const more = column.generatedIdentity !== undefined ? " identity" : column.hasDefault ? " default" : "";
    // Postgres writes the collation of an array after the brackets.
    const type = column.getSQLType().replace(' collate "C"[]', '[] collate "C"');
    return `${name}.${column.name} ${type}${column.notNull || column.primary ? " not null" : ""}${more}`;
  });
}

const indexLines = `
  select line from (
    select t.relname || '.' || i.relname || case when x.indisunique then ' unique' else '' end || case when x.indpred is null then '' else ' partial' end as line
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = $1::regnamespace and t.relkind in ('r', 'p')
  ) lines order by line collate "C"`;

function indexesOf(table: PgTable): string[] {
  const { name, indexes, primaryKeys, uniqueConstraints } = getTableConfig(table);
  return [
    ...primaryKeys.map((key) => `${name}.${key.name ?? `${name}_pkey`} unique`),
    ...uniqueConstraints.map((constraint) => `${name}.${constraint.name} unique`),
    ...indexes.map(
      ({ config }) => `${name}.${config.name}${config.unique ? " unique" : ""}${config.where === undefined ? "" : " partial"}`,
    ),
  ];
}
