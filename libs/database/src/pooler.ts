import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { DatabaseConfig } from "./database-settings.ts";

/** A pooler in front of Postgres that may run every transaction in another session, so no state may be left in a session. */
export interface Pooler {
  /** Whether it keeps its clients' prepared statements apart, as PgBouncer does since 1.21. */
  readonly keepsStatements: boolean;
}

/**
 * The pooler that the connection goes through, if any. `auto` detects it: a pooler makes up the process id that clients use for cancelling,
 * while Postgres sends its real one.
 */
export async function findPooler(client: pg.Client, said: DatabaseConfig["databasePooler"]): Promise<Pooler | undefined> {
  if (said === "false") return undefined;
  const { processID } = client as pg.Client & { readonly processID?: number };
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const own = rows[0]?.pid === processID;
  if (own) return said === "true" ? { keepsStatements: false } : undefined;
  return { keepsStatements: await keepsStatements(client) };
}

// A pooler that keeps statements apart renames them; any other leaves them in the session under our names, where they clash with another
// client's.
async function keepsStatements(client: pg.Client): Promise<boolean> {
  const name = `parley_${randomBytes(8).toString("hex")}`;
  await client.query("begin");
  try {
    const text = "select exists (select from pg_prepared_statements where name = $1) as found";
    const { rows } = await client.query<{ found: boolean }>({ name, text, values: [name] });
    const found = rows[0]?.found === true;
    if (found) await client.query(`deallocate ${name}`);
    return !found;
  } finally {
    await client.query("rollback");
  }
}
