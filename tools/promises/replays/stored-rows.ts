import pg from "pg";

const schema = "replayed";
// Periodic reports of processes about their work, replayed or not.
const reported = ["workspace.key_minutes", "workspace.minute_reports", "workspace.usage_days", "workspace.usage_people"];
const tablesSql = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', '${schema}') order by 1`;

/** A copy of the tables that events change, kept in the database for a later comparison. */
export class StoredRows {
  readonly #client: pg.Client;
  readonly #tables: readonly string[];

  private constructor(client: pg.Client, tables: readonly string[]) {
    this.#client = client;
    this.#tables = tables;
  }

  static async keep(connectionString: string): Promise<StoredRows> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(`create schema ${schema}`);
    const tables = (await client.query<{ name: string }>(tablesSql)).rows
      .map(({ name }) => name)
      .filter((name) => !reported.includes(name));
    for (const [n, name] of tables.entries()) await client.query(`create table ${schema}.t${n} as select x::text as row from ${name} x`);
    return new StoredRows(client, tables);
  }

  get tables(): number {
    return this.#tables.length;
  }

  async count(): Promise<number> {
    const counts = this.#tables.map((_, n) => `select count(*) as rows from ${schema}.t${n}`).join(" union all ");
    const { rows } = await this.#client.query<{ sum: string }>(`select sum(rows) from (${counts}) all_counts`);
    return Number(rows[0]?.sum);
  }

  /** Rows that are missing or new: the number in each table with any, and an example. */
  async differences(): Promise<{ table: string; rows: number; one: string }[]> {
    const found: { table: string; rows: number; one: string }[] = [];
    for (const [n, table] of this.#tables.entries()) {
      const [before, now] = [`select row from ${schema}.t${n}`, `select x::text from ${table} x`];
      const { rows } = await this.#client.query<{ rows: number; one: string }>(
        `select count(*)::int as rows, min(row) as one from ((${before} except all ${now}) union all (${now} except all ${before})) as differing (row)`,
      );
      const [{ rows: differing, one } = { rows: 0, one: "" }] = rows;
      if (differing > 0) found.push({ table, rows: differing, one: one.slice(0, 200) });
    }
    return found;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
