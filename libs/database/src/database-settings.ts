import { type ConfigOf, type ConfigShape, choice, flag, integer, optionalText, text } from "@parley/runtime";

/** The settings of a module that owns a schema; `service` is the service's name in variables, for example `ORGANIZATION_DIRECTORY`. */
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
    databaseDirectUrl: optionalText(`PARLEY_${service}_DATABASE_DIRECT_URL`, {
      fallbackName: "PARLEY_DATABASE_DIRECT_URL",
      description: "URL of the same database without the pooler of the other URL; schemas are migrated there.",
      secret: true,
    }),
    databasePooler: choice(`PARLEY_${service}_DATABASE_POOLER`, {
      fallbackName: "PARLEY_DATABASE_POOLER",
      description:
        "Whether a pooler is between the service and Postgres, so that no state may be left in a session; `auto` detects it when the service starts.",
      options: ["auto", "true", "false"],
      default: "auto",
    }),
    databaseStartTimeoutMs: integer("PARLEY_DATABASE_START_TIMEOUT_MS", {
      description: "Milliseconds that a start waits for a Postgres that is down, starting up or out of connections.",
      default: 60_000,
      min: 0,
      max: 3_600_000,
    }),
    databaseAsyncCommit: flag("PARLEY_DATABASE_ASYNC_COMMIT", {
      description: "Whether to accept a Postgres with synchronous_commit off, which loses acknowledged writes when it crashes.",
      default: false,
    }),
    databaseMigrate: flag("PARLEY_DATABASE_MIGRATE", {
      description: "Whether a starting service brings its schema to the newest step; false when the `migrate` command does.",
      default: true,
    }),
  } satisfies ConfigShape;
}

/** The parsed settings of a module that owns a schema. */
export type DatabaseSettings = ReturnType<typeof databaseSettings>;
export type DatabaseConfig = ConfigOf<DatabaseSettings>;
