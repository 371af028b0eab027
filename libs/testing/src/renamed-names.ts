import type { Statement } from "@parley/database";
import { openConnection } from "./fresh-database.ts";
import { querySql } from "./query-sql.ts";

/**
 * Checks that statements name the tables and columns of a schema only by its declaration: renames all of them, lets Postgres prepare each
 * statement, and returns a sentence for each that fails. The renaming is rolled back.
 */
export async function statementsWithLiteralNames(
  databaseUrl: string,
  schema: string,
  statements: readonly Statement<never, unknown>[],
): Promise<string[]> {
  const names = await querySql<{ change: string }>(databaseUrl, renamings, [schema]);
  const client = await openConnection(databaseUrl);
  const found: string[] = [];
  await client.query("begin");
  for (const { change } of names) await client.query(change);
  for (const { name, textWith } of statements) {
    await client.query("savepoint before");
    try {
      await client.query(`prepare renamed as ${textWith({ table: renamed, column: renamed })}`);
      await client.query("deallocate renamed");
    } catch (error) {
      found.push(`${name} contains a name in its text that it should take from the schema's declaration: ${String(error)}.`);
    }
    await client.query("rollback to before");
  }
  await client.query("rollback");
  return found;
}

const renamed = (name: string) => `${name}_renamed`;

// A column of a partition is renamed with its table's.
const renamings = `
  select change from (
    select 2 as nth, format('alter table %I.%I rename to %I', $1::text, c.relname, c.relname || '_renamed') as change
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    union all
    select 1, format('alter table %I.%I rename column %I to %I', $1::text, c.relname, a.attname, a.attname || '_renamed')
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  ) changes order by nth, change`;
