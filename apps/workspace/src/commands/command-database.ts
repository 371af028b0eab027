import { Database, type databaseSettings } from "@parley/database";
import type { ConfigOf } from "@parley/runtime";

type DatabaseConfig = ConfigOf<ReturnType<typeof databaseSettings>>;

/** Runs a command's work on the schema with a small pool of its own. */
export async function withCommandDatabase<Result>(
  config: DatabaseConfig,
  schema: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = new Database({
    url: config.databaseUrl,
    schema,
    role: undefined,
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
