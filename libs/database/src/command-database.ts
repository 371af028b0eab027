import { Database } from "./database.ts";
import type { DatabaseConfig } from "./database-settings.ts";
import { findPooler } from "./pooler.ts";
import { directUrl } from "./urls.ts";
import { withConnection } from "./with-connection.ts";

/** Runs a command's work on a schema, on a connection of its own, with the login's own rights. */
export async function withCommandDatabase<Result>(
  config: DatabaseConfig,
  schema: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = directUrl(config);
  const wanted = { url, applicationName: "parley-command", waitMs: config.databaseStartTimeoutMs };
  const database = new Database({
    url,
    schema,
    role: undefined,
    pooler: await withConnection(wanted, (client) => findPooler(client, config.databasePooler)),
    maxConnections: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onConnectionError: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
