import { type Command, command, type Host } from "@parley/runtime";
import { Database } from "./database.ts";
import type { DatabaseConfig, DatabaseSettings } from "./database-settings.ts";
import type { CallFence } from "./db.ts";
import { inspectServer } from "./inspect-server.ts";
import { type Migrated, type Migration, migrate } from "./migrate.ts";
import { reportPoolUse } from "./report-pool-use.ts";
import { directUrl } from "./urls.ts";

interface OpenOptions {
  /** Whether the schema has the table of `RepeatedCalls`. */
  readonly knowsRepeatedCalls?: boolean;
  readonly fence?: CallFence;
}

/** Opens the module's schema: migrates it if configured to, reports health and pool use, and closes it with the process. */
export async function openDatabase(
  host: Host,
  schema: string,
  config: DatabaseConfig,
  migrations: readonly Migration[],
  { knowsRepeatedCalls, fence }: OpenOptions = {},
): Promise<Database> {
  const onWait = (reason: string) => host.log.warn({ schema, reason }, "Waiting for the database before the start.");
  const waitMs = config.databaseStartTimeoutMs;
  if (config.databaseMigrate) {
    const { applied, newer } = await migrate({ url: directUrl(config), schema, migrations, waitMs, onWait });
    if (applied.length > 0) host.log.info({ schema, applied }, "The database schema was migrated to its newest step.");
    if (newer.length > 0) host.log.warn({ schema, newer }, "The database schema has steps of a newer version; it still serves this one.");
  }
  const wanted = { url: config.databaseUrl, applicationName: "parley-start", waitMs, onWait };
  const { pooler, role, spreads } = await inspectServer(wanted, schema, config);
  if (pooler !== undefined) {
    host.log.info(
      { schema, preparedStatements: pooler.keepsStatements },
      "A connection pooler lies between this service and its database.",
    );
  }
  if (spreads) host.log.info({ schema }, "This database can spread tables over several servers.");
  const database = new Database({
    url: config.databaseUrl,
    schema,
    role,
    pooler,
    spreads,
    knowsRepeatedCalls,
    fence,
    maxConnections: config.databaseMaxConnections,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    // Only the message is logged, because the driver attaches the connection to the error.
    onConnectionError: ({ message }) => host.log.warn({ reason: message }, "A database connection was lost."),
  });
  host.onStop(() => database.close());
  host.health.add(`database ${schema}`, () => database.ping());
  reportPoolUse(host, database);
  return database;
}

/** The `migrate` command of a module. */
export function migrateCommand(config: DatabaseSettings, schema: string, migrations: readonly Migration[]): Command {
  return command({
    description: `Bring the schema ${schema} to its newest step.`,
    config,
    run: async (values) => {
      const onWait = (reason: string) => void process.stderr.write(`The migration of ${schema} waits: ${reason}\n`);
      const waitMs = values.databaseStartTimeoutMs;
      return sentenceOf(schema, await migrate({ url: directUrl(values), schema, migrations, waitMs, onWait }));
    },
  });
}

function sentenceOf(schema: string, { applied, newer }: Migrated): string {
  const done =
    applied.length === 0 ? `The schema ${schema} is at its newest step.` : `Applied to the schema ${schema}: ${applied.join(", ")}.`;
  return newer.length === 0 ? done : `${done} It also has steps of a newer version, and still serves this one: ${newer.join(", ")}.`;
}
