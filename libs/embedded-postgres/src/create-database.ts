import { Client, DatabaseError, escapeIdentifier } from "pg";

/** Creates the database over its own connection; see EmbeddedPostgres. */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = new Client({ connectionString: url, ssl: false });
  await client.connect();
  try {
    if (template === undefined) await createMissing(client, name);
    else await client.query(`create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
  } finally {
    await client.end();
  }
}

// Checked first, because a refusal is written to the server's log at every start. Another process may still create it in between.
async function createMissing(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (rowCount) return;
  try {
    await client.query(`create database ${escapeIdentifier(name)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && (error.code === "42P04" || error.code === "23505"))) throw error;
  }
}
