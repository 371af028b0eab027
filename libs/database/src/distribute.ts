import type pg from "pg";
import { foreignKeysOf, gatherTable } from "./gather-table.ts";
import { grantSchemaRole, hasCitus } from "./schema-role.ts";
import { commitAsOthersDo, commitInOnePlace, commitInTwoPlaces, spreadTables } from "./two-places.ts";

/** The tables of a schema whose rows may be spread over several servers by API key: all rows of one key are on one server. */
export interface Spread {
  readonly schema: string;
  /**
   * Ordered by foreign keys: a table comes after the tables that it references. Tables that are not listed stay on the server that services
   * connect to.
   */
  readonly tables: readonly string[];
}

/** The database cannot spread tables; the message is for the operator. */
class CannotSpread extends Error {
  override readonly name = "CannotSpread";
}

/**
 * Spreads the rows of the tables over the servers, and returns the tables that were not spread before. All tables change in one
 * transaction, so that no statement finds some of them spread and others not. Writers to these tables wait until it ends.
 */
export function distribute(client: pg.ClientBase, { schema, tables }: Spread): Promise<string[]> {
  return atOnce(client, async () => {
    await refuseWithoutCitus(client);
    const known = await spreadTables(client, schema);
    const missing = tables.filter((table) => !known.includes(table));
    const [first = ""] = tables;
    for (const table of missing) {
      const name = `${schema}.${table}`;
      await commitAsOthersDo(client, name);
      const beside = table === first ? "default" : `${schema}.${first}`;
      await client.query("select create_distributed_table($1, 'api_key_id', colocate_with => $2)", [name, beside]);
    }
    // The rows were copied. What stays on this server would be hidden from every erasure.
    for (const table of tables.toReversed()) {
      await client.query("select truncate_local_data_after_distributing_table($1)", [`${schema}.${table}`]);
    }
    await commitInTwoPlaces(client, schema);
    return missing;
  });
}

/**
 * The reverse of `distribute`: moves all rows of the schema to the server that services connect to. Returns the tables whose rows were
 * spread.
 */
export function gather(client: pg.ClientBase, { schema, tables }: Spread): Promise<string[]> {
  return atOnce(client, async () => {
    await refuseWithoutCitus(client);
    const known = await spreadTables(client, schema);
    const gathered = tables.filter((table) => known.includes(table)).toReversed();
    const foreignKeys = await foreignKeysOf(client, schema, gathered);
    for (const table of gathered) await gatherTable(client, schema, table);
    for (const text of foreignKeys) await client.query(text);
    // Only now, because it locks all tables of the schema, readers included.
    await commitInOnePlace(client, schema);
    await grantSchemaRole(client, schema);
    return gathered;
  });
}

async function refuseWithoutCitus(client: pg.ClientBase): Promise<void> {
  if (await hasCitus(client)) return;
  throw new CannotSpread("This database has no Citus extension: create it, add the other servers by citus_add_node, and try again.");
}

async function atOnce<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    // The lock that migrations also take: no step of a migration runs at the same time.
    await client.query("select pg_advisory_xact_lock(hashtextextended('parley-migrate', 0))");
    await client.query("set local statement_timeout = 0");
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
