import { type ConfigOf, type ConfigShape, flag, type Host, integer, observedGauge, text } from "@parley/runtime";
import { Database } from "./database.ts";
import { type Migration, migrate } from "./migrate.ts";
import { usableRole } from "./schema-role.ts";
import { withConnection } from "./with-connection.ts";

/** The settings of a module that owns a schema; `service` is its name in variables, for example `ORGANIZATION_DIRECTORY`. */
export function databaseSettings<Service extends string>(service: Service) {
  return {
    databaseUrl: text(`PARLEY_${service}_DATABASE_URL`, {
      fallbackName: "PARLEY_DATABASE_URL",
      description: "Postgres connection URL, for example postgres://user:password@host:5432/parley.",
      secret: true,
    }),
    databaseMaxConnections: integer(`PARLEY_${service}_DATABASE_MAX_CONNECTIONS`, {
      fallbackName: "PARLEY_DATABASE_MAX_CONNECTIONS",
      description: "Most connections that the service opens to Postgres.",
      default: 8,
      min: 2,
      max: 500,
    }),
    databaseStatementTimeoutMs: integer(`PARLEY_${service}_DATABASE_STATEMENT_TIMEOUT_MS`, {
      fallbackName: "PARLEY_DATABASE_STATEMENT_TIMEOUT_MS",
      description: "Milliseconds that one statement may run at most; a request with less time left gives it less.",
      default: 15_000,
      min: 100,
      max: 600_000,
    }),
    databaseMigrate: flag("PARLEY_DATABASE_MIGRATE", {
      description: "Whether a starting service brings its schema to the newest step; false when the `migrate` command does.",
      default: true,
    }),
  } satisfies ConfigShape;
}

type DatabaseConfig = ConfigOf<ReturnType<typeof databaseSettings>>;

/** Opens the module's schema: migrates it if asked, reports health and pool use, closes with the process. */
export async function openDatabase(
  host: Host,
  schema: string,
  config: DatabaseConfig,
  migrations: readonly Migration[],
): Promise<Database> {
  if (config.databaseMigrate) {
    const applied = await migrate({ url: config.databaseUrl, schema, migrations });
    if (applied.length > 0) host.log.info({ schema, applied }, "The database schema was brought to its newest step.");
  }
  const database = new Database({
    url: config.databaseUrl,
    schema,
    role: await withConnection(config.databaseUrl, "parley-role", (client) => usableRole(client, schema)),
    maxConnections: config.databaseMaxConnections,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    // Not the error as a whole: the driver hangs the connection on it.
    onConnectionError: ({ message }) => host.log.warn({ reason: message }, "A database connection was lost."),
  });
  host.onStop(() => database.close());
  host.health.add(`database ${schema}`, () => database.ping());
  reportUse(host, database);
  return database;
}

/** The `migrate` command of a module. */
export function migrateCommand(schema: string, migrations: readonly Migration[]): (config: DatabaseConfig) => Promise<string> {
  return async ({ databaseUrl }) => {
    const applied = await migrate({ url: databaseUrl, schema, migrations });
    return applied.length === 0 ? `The schema ${schema} is at its newest step.` : `Applied to the schema ${schema}: ${applied.join(", ")}.`;
  };
}

const pools = new WeakMap<Host["metrics"], Map<string, Database>>();

// One metric for all pools of a process: a registry takes each name once.
function reportUse({ metrics }: Host, database: Database): void {
  let databases = pools.get(metrics);
  if (databases === undefined) {
    const all = new Map<string, Database>();
    databases = all;
    pools.set(metrics, all);
    observedGauge(
      metrics,
      "parley_database_pool_connections",
      "Connections to Postgres, and calls that wait for one.",
      ["schema", "state"],
      (set) => {
        for (const [schema, pool] of all) {
          for (const [state, count] of Object.entries(pool.usage())) set({ schema, state }, count);
        }
      },
    );
  }
  databases.set(database.schema, database);
}
