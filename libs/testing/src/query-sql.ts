import pg from "pg";

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
