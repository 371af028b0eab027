import { createHash } from "node:crypto";
import type pg from "pg";
import { grantSchemaRole } from "./schema-role.ts";
import { withConnection } from "./with-connection.ts";

/** One step of a schema's history. Never changed once released: a further step is added. */
export interface Migration {
  /** `0001_initial`: sorts in the order of application. */
  readonly name: string;
  readonly sql: string;
}

interface MigrateOptions {
  readonly url: string;
  readonly schema: string;
  readonly migrations: readonly Migration[];
}

/**
 * Brings one schema to its newest step. Any number of processes may call it at the same time: an advisory lock lets one work while the others
 * wait. Each step is one transaction with its entry in `parley.migrations`, so a killed process leaves either the whole step or nothing of it.
 * Answers the names of the steps that were applied.
 */
export async function migrate({ url, schema, migrations }: MigrateOptions): Promise<string[]> {
  return withConnection(url, "parley-migrate", async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('parley-migrate', 0))");
    await client.query("create schema if not exists parley");
    await client.query(bookkeeping);
    await client.query(`create schema if not exists ${schema}`);
    const applied = await appliedSteps(client, schema);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    refuseChangedSteps(schema, migrations, applied);
    for (const migration of pending) await apply(client, schema, migration);
    await grantSchemaRole(client, schema);
    return pending.map(({ name }) => name);
  });
}

const bookkeeping = `
  create table if not exists parley.migrations (
    schema_name text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (schema_name, name)
  )`;

async function appliedSteps(client: pg.Client, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from parley.migrations where schema_name = $1",
    [schema],
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function refuseChangedSteps(schema: string, migrations: readonly Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  for (const [name, checksum] of applied) {
    if (known.get(name) === checksum) continue;
    throw new Error(
      known.has(name)
        ? `The migration ${name} of schema ${schema} was changed after it had been applied to this database.`
        : `The database has the migration ${name} of schema ${schema}, which this version does not know: it was written by a newer version.`,
    );
  }
}

async function apply(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local search_path to ${schema}`);
    await client.query(migration.sql);
    await client.query("insert into parley.migrations (schema_name, name, checksum) values ($1, $2, $3)", [
      schema,
      migration.name,
      checksumOf(migration),
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`The migration ${migration.name} of schema ${schema} failed.`, { cause: error });
  }
}

function checksumOf({ sql }: Migration): string {
  return createHash("sha256").update(sql).digest("hex");
}
