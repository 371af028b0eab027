import pg from "pg";

/** Runs SQL on its own connection: for looking behind the public door, and for arranging what no door allows. */
export async function querySql<Row extends pg.QueryResultRow>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
