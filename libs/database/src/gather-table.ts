import type pg from "pg";

interface TableParts {
  /** Primary key and unique keys: name and definition. */
  readonly keys: readonly { readonly name: string; readonly definition: string }[];
  readonly indexes: readonly string[];
  readonly options: string | null;
  readonly identities: readonly {
    readonly column: string;
    readonly kind: "always" | "by default";
    readonly sequence: string;
    readonly last: string;
  }[];
}

/** The statements that add the foreign keys of tables. */
export async function foreignKeysOf(client: pg.ClientBase, schema: string, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select format('alter table %I.%I add constraint %I %s', $1::text, c.relname, k.conname, pg_get_constraintdef(k.oid)) as text
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = $1::regnamespace and c.relname = any($2) order by k.conname`,
    [schema, tables],
  );
  return rows.map(({ text }) => text);
}

/**
 * Turns a spread table into a local table of this server, with all its rows and the same names, but without its foreign keys. Citus' own
 * `undistribute_table` refuses tables whose refs are generated.
 */
export async function gatherTable(client: pg.ClientBase, schema: string, table: string): Promise<void> {
  const name = `${schema}.${table}`;
  const gathered = `${name}_gathered`;
  await client.query(`lock table ${name} in exclusive mode`);
  const { keys, indexes, options, identities } = await partsOf(client, name);
  const kept = ["defaults", "constraints", "storage", "comments", "compression"].map((part) => `including ${part}`).join(" ");
  await client.query(`create table ${gathered} (like ${name} ${kept})`);
  await client.query(`insert into ${gathered} select * from ${name}`);
  await client.query(`drop table ${name}`);
  await client.query(`alter table ${gathered} rename to ${table}`);
  if (options !== null) await client.query(`alter table ${name} set (${options})`);
  for (const key of keys) await client.query(`alter table ${name} add constraint "${key.name}" ${key.definition}`);
  for (const definition of indexes) await client.query(definition);
  for (const { column, kind, sequence, last } of identities) {
    await client.query(`alter table ${name} alter column "${column}" add generated ${kind} as identity (sequence name ${sequence})`);
    // The sequence continues above every number that was ever assigned, also to rows deleted since: other tables may still name them.
    await client.query(`select setval('${sequence}', greatest(coalesce(max("${column}"), 0), ${last}) + 1, false) from ${name}`);
  }
  await client.query(`analyze ${name}`);
}

async function partsOf(client: pg.ClientBase, name: string): Promise<TableParts> {
  const keys = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u') order by conname`,
    [name],
  );
  const indexes = await client.query<{ definition: string }>(
    `select pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`,
    [name],
  );
  const options = await client.query<{ options: string | null }>(
    "select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass",
    [name],
  );
  const identities = await client.query<TableParts["identities"][number]>(
    `select attname as column, case attidentity when 'a' then 'always' else 'by default' end as kind,
       pg_get_serial_sequence($1, attname) as sequence,
       coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, attname)::regclass), 0)::text as last
     from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [name],
  );
  return {
    keys: keys.rows,
    indexes: indexes.rows.map(({ definition }) => definition),
    options: options.rows[0]?.options ?? null,
    identities: identities.rows,
  };
}
