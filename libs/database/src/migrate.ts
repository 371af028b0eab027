import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { grantSchemaRole, hasCitus } from "./schema-role.ts";
import { sqlStatements } from "./sql-statements.ts";
import { commitInTwoPlaces } from "./two-places.ts";
import { withConnection } from "./with-connection.ts";

/** One step of a schema's history. Never changed once released: changes are then further steps. */
export interface Migration {
  /** `0001_initial`: sorts in the order of application. */
  readonly name: string;
  readonly sql: string;
}

interface MigrateOptions {
  readonly url: string;
  readonly schema: string;
  readonly migrations: readonly Migration[];
  /** How long to wait for a server that is down, in ms; not at all when absent. */
  readonly waitMs?: number;
  readonly onWait?: (reason: string) => void;
  /** Longest time that a step waits for the lock of a table in use, in ms: later statements on the table queue behind it. */
  readonly lockTimeoutMs?: number;
  /** Most tries of a step that does not get its lock. */
  readonly lockAttempts?: number;
}

export interface Migrated {
  /** The steps that this call applied. */
  readonly applied: readonly string[];
  /** Steps of a newer version that the database already has; its schema also serves this version. */
  readonly newer: readonly string[];
}

// A lock that is not available, or a deadlock with a request that Postgres resolved by ending the step.
const lockFailures: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/**
 * Brings one schema to its newest step. Any number of processes may call it at the same time: each step is one transaction that takes a
 * lock, checks whether the step is still missing, and writes its entry in `parley.migrations`, so a killed process leaves either the whole
 * step or nothing of it. The lock ends with the transaction, so it works through a pooler. Fails when a step was changed after it had been
 * applied, and when the database has steps of a newer version while some of this one are missing.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { url, schema, migrations, waitMs = 0, onWait } = options;
  const wanted = { url, applicationName: "parley-migrate", waitMs, ...(onWait && { onWait }) };
  return withConnection(wanted, async (client) => {
    await alone(client, options, () => createMissing(client, schema));
    const before = await appliedSteps(client, schema);
    refuseChangedSteps(schema, migrations, before);
    const newer = [...before.keys()].filter((name) => !migrations.some((migration) => migration.name === name));
    const applied: string[] = [];
    for (const migration of migrations.filter(({ name }) => !before.has(name))) {
      if (newer.length > 0) throw missingStep(schema, migration, newer);
      if (await alone(client, options, () => apply(client, schema, migration))) applied.push(migration.name);
    }
    await alone(client, options, async () => {
      await grantSchemaRole(client, schema);
      if (await hasCitus(client)) await commitInTwoPlaces(client, schema);
    });
    return { applied, newer };
  });
}

// One transaction during which no other process migrates. It is repeated when it does not get a table's lock, because long queries end
// sooner or later.
async function alone<Result>(client: pg.Client, options: MigrateOptions, work: () => Promise<Result>): Promise<Result> {
  const { lockTimeoutMs = 3_000, lockAttempts = 20 } = options;
  for (let attempt = 1; ; attempt++) {
    await client.query("begin");
    try {
      // The wait for this lock has no limit: its holder is migrating.
      await client.query("select pg_advisory_xact_lock(hashtextextended('parley-migrate', 0))");
      await client.query(`set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0`);
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback");
      if (attempt === lockAttempts || !lockFailures.has(codeOf(error))) throw error;
      await delay(Math.random() * lockTimeoutMs);
    }
  }
}

// Checked first, because `if not exists` requires the right to create even when nothing is created.
async function createMissing(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select nspname as name from pg_namespace where nspname = any($1)", [
    ["parley", schema],
  ]);
  for (const name of ["parley", schema]) {
    if (!rows.some((found) => found.name === name)) await client.query(`create schema ${name}`);
  }
  const table = await client.query<{ found: string | null }>("select to_regclass('parley.migrations') as found");
  if (table.rows[0]?.found === null) await client.query(bookkeeping);
}

const bookkeeping = `
  create table parley.migrations (
    schema_name text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (schema_name, name)
  )`;

async function appliedSteps(client: pg.Client, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from parley.migrations where schema_name = $1 order by name",
    [schema],
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function refuseChangedSteps(schema: string, migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const changed = migrations.find((migration) => (applied.get(migration.name) ?? checksumOf(migration)) !== checksumOf(migration));
  if (changed !== undefined) throw otherHistory(schema, `its step ${changed.name} is not the one of this build`);
}

function missingStep(schema: string, { name }: Migration, newer: readonly string[]): Error {
  return otherHistory(schema, `it has ${newer.join(", ")}, but not ${name} of this build`);
}

function otherHistory(schema: string, difference: string): Error {
  return new MigrationRefused(
    `Another build of Parley made the schema ${schema} of this database (${difference}), which cannot be migrated: export what you need with that build (parley export), and let this one begin with an empty database.`,
  );
}

/** The database's history and this build's differ. */
class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

// Returns whether the step was still missing.
async function apply(client: pg.Client, schema: string, migration: Migration): Promise<boolean> {
  if ((await appliedSteps(client, schema)).has(migration.name)) return false;
  try {
    await client.query(`set local search_path to ${schema}`);
    // Citus refuses to create a function after it has changed the parts of a spread table over several connections to a server.
    if (await hasCitus(client)) await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    // Statements are sent one at a time: for tables that are spread over several servers, Citus refuses several statements in one message.
    for (const statement of sqlStatements(migration.sql)) await client.query(statement);
    const entry = "insert into parley.migrations (schema_name, name, checksum) values ($1, $2, $3)";
    await client.query(entry, [schema, migration.name, checksumOf(migration)]);
    return true;
  } catch (error) {
    throw new Error(`The migration ${migration.name} of schema ${schema} failed.`, { cause: error });
  }
}

function codeOf(error: unknown): unknown {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code ?? cause?.code;
}

function checksumOf({ sql }: Migration): string {
  return createHash("sha256").update(sql).digest("hex");
}

// The comment lines at the head of the file. They are neither run nor part of the checksum, so they may be reworded at any time.
const headOfFile = /^(?:--.*\n)+/;

/**
 * The steps of a schema, one file `NNNN_what_it_does.sql` each, in the order of their names. A bundle holds the files' content: the build
 * replaces the caller, the `index.ts` of a folder `migrations`, by the result of this call.
 */
export function migrationsIn(folder: string): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => ({
    name: file.slice(0, -".sql".length),
    sql: readFileSync(join(folder, file), "utf8").replace(headOfFile, ""),
  }));
}
