import type { ConfigOf } from "@parley/runtime";
import { Database } from "./database.ts";
import type { databaseSettings } from "./open-database.ts";

/** Runs a command's work on a schema, with one connection of its own and the login's own rights. */
export async function withCommandDatabase<Result>(
  config: ConfigOf<ReturnType<typeof databaseSettings>>,
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
