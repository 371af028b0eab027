import pg from "pg";

/** Opens a separate connection to the database for `use`, and closes it. */
export async function withClient<Result>(databaseUrl: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The first row of a statement's result; undefined without one. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every type
export function query(databaseUrl: string, text: string, values: readonly unknown[] = []): Promise<any> {
  return withClient(databaseUrl, async (client) => (await client.query(text, [...values])).rows[0]);
}
