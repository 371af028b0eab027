import pg from "pg";

/** Uses a connection of its own to the database, and closes it. */
export async function withClient<Result>(databaseUrl: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The first row that a statement answers; nothing when it answers none. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every form
export function query(databaseUrl: string, text: string, values: readonly unknown[] = []): Promise<any> {
  return withClient(databaseUrl, async (client) => (await client.query(text, [...values])).rows[0]);
}
