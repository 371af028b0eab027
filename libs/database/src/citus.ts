import type pg from "pg";

/** Whether the database can spread tables over several servers: it has the extension Citus. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select exists (select from pg_extension where extname = 'citus') as found");
  return rows[0]?.found === true;
}
