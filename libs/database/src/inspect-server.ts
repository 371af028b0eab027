import type pg from "pg";
import type { DatabaseConfig } from "./database-settings.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { hasCitus, usableRole } from "./schema-role.ts";
import { withConnection } from "./with-connection.ts";

/** The server cannot keep Parley's guarantees; the message is for the operator. */
class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
}

interface Inspected {
  readonly pooler: Pooler | undefined;
  /** The role that sessions assume; undefined keeps the login's own rights, the only choice behind a pooler. */
  readonly role: string | undefined;
  /** Whether its tables may be spread over several servers. */
  readonly spreads: boolean;
}

/**
 * Inspects the server before anything is written to it. Refuses one that loses acknowledged transactions in a crash, unless that is
 * accepted.
 */
export async function inspectServer(
  wanted: Parameters<typeof withConnection>[0],
  schema: string,
  { databasePooler, databaseAsyncCommit }: Pick<DatabaseConfig, "databasePooler" | "databaseAsyncCommit">,
): Promise<Inspected> {
  return withConnection(wanted, async (client) => {
    if (!databaseAsyncCommit) await refuseAsyncCommit(client, schema);
    const pooler = await findPooler(client, databasePooler);
    const role = pooler === undefined ? await usableRole(client, schema) : undefined;
    return { pooler, role, spreads: await hasCitus(client) };
  });
}

async function refuseAsyncCommit(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ setting: string }>("select current_setting('synchronous_commit') as setting");
  if (rows[0]?.setting !== "off") return;
  throw new DatabaseRefused(
    `The database of schema ${schema} has synchronous_commit off: a crash of Postgres would lose acknowledged writes. Set it to on (or to local, remote_write, remote_apply), or accept the loss with PARLEY_DATABASE_ASYNC_COMMIT=true.`,
  );
}
