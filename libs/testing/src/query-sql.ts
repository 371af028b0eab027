import pg from "pg";
import { inject } from "vitest";

/**
 * Runs SQL on a separate connection: to inspect data that the public interface does not show, and to arrange data that it does not allow.
 */
export async function querySql<Row extends pg.QueryResultRow>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, after the name of its table: for tests that search for what must not be stored. */
export async function everythingStored(databaseUrl: string): Promise<string> {
  const tables = await querySql<{ name: string }>(
    databaseUrl,
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => querySql<{ text: string }>(databaseUrl, `select $1 || ' ' || t::text as text from ${name} t`, [name])),
  );
  return rows.flatMap((table) => table.map(({ text }) => text)).join("\n");
}

const waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Whether a statement in this database waits for a lock, on any server if its rows are on several. */
export async function waitsForLock(databaseUrl: string): Promise<boolean> {
  const text = inject("citusWorkers").length > 0 ? `select result as count from run_command_on_workers($$${waiting}$$)` : waiting;
  return (await querySql<{ count: string }>(databaseUrl, text)).some(({ count }) => Number(count) > 0);
}
