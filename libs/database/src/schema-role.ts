import type pg from "pg";

/** The role that may read and write one service's schema. */
function roleOf(schema: string): string {
  return `parley_${schema}`;
}

// Before Postgres 16 every member of a role could assume it, and there was no such privilege.
const mayAssume =
  "pg_has_role(current_user, oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)";

/** The schema's role when the login may assume it, else undefined: then the login itself must have been granted the schema. */
export async function usableRole(client: pg.ClientBase, schema: string): Promise<string | undefined> {
  const { rows } = await client.query(`select rolname from pg_roles where rolname = $1 and (rolname <> current_user) and ${mayAssume}`, [
    roleOf(schema),
  ]);
  return rows.length === 1 ? roleOf(schema) : undefined;
}

/**
 * Grants the schema's role the right to read and write its tables. Creates the role if it is missing and the login may create roles.
 * Otherwise the login keeps its own rights, which serve the same purpose when each service has its own login.
 */
export async function grantSchemaRole(client: pg.ClientBase, schema: string): Promise<void> {
  const role = roleOf(schema);
  const { rows } = await client.query<{ exists: boolean; creates: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as exists, rolsuper or rolcreaterole as creates from pg_roles where rolname = current_user`,
    [role],
  );
  const login = rows[0];
  if (login === undefined || !login.creates) return;
  // Roles belong to the whole server, so another database's migration may create the same role at the same time.
  if (!login.exists) {
    await client.query(`do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`);
  }
  const { rows: roles } = await client.query<{ logs_in: boolean; usable: boolean }>(
    `select rolcanlogin as logs_in, ${mayAssume} as usable from pg_roles where rolname = $1`,
    [role],
  );
  // Citus connects to the other servers as this role, so the role needs the right to log in. It has no password: each of those servers must
  // permit the login in its own rules (pg_hba.conf).
  if (roles[0]?.logs_in === false && (await hasCitus(client))) await client.query(`alter role ${role} login`);
  if (roles[0]?.usable === false) await client.query(`grant ${role} to current_user`);
  await client.query(`grant usage on schema ${schema} to ${role}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
  await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`);
}

/** Whether the database can spread tables over several servers: it has the extension Citus. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select exists (select from pg_extension where extname = 'citus') as found");
  return rows[0]?.found === true;
}
