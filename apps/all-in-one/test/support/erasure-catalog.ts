import { querySql } from "@parley/testing";

const tablesSql = `
  select n.nspname || '.' || quote_ident(c.relname) as name, n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_%' order by 1`;

/** Every table of every schema of the database according to the catalog. */
export function allTables(databaseUrl: string): Promise<{ name: string; schema: string; table: string }[]> {
  return querySql(databaseUrl, tablesSql);
}

/** The rows of any table that contain one of the texts in any column. bytea columns are searched as UTF-8 and as hex. */
export async function rowsWith(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await allTables(databaseUrl)) {
    const rows = await querySql<{ row: string }>(
      databaseUrl,
      `select left(x::text, 500) as row from ${name} x
       where exists (select from unnest($1::text[]) t where strpos(x::text, t) > 0 or strpos(x::text, encode(convert_to(t, 'UTF8'), 'hex')) > 0) limit 5`,
      [texts],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Whether a row of `rowsWith` is a marker of the feed of changes or a record of the audit log. Both still name the removed place. */
export const tellsOfRemoval = (row: string): boolean => /^(?:activity\.feed_markers|workspace\.audit_records): /.test(row);

/**
 * A digest of the rows of each table that match a condition; `x` is the row. The time when a token was last used is stored late and
 * omitted.
 */
export async function digests(databaseUrl: string, condition: string, tables?: readonly string[]): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const { name } of await allTables(databaseUrl)) {
    if (tables !== undefined && !tables.includes(name)) continue;
    const [row] = await querySql<{ digest: string }>(
      databaseUrl,
      `select count(*) || '/' || coalesce(sum(hashtextextended((to_jsonb(x) - 'last_used_at_ms')::text, 0)), 0) as digest from ${name} x where ${condition}`,
    );
    result[name] = row?.digest ?? "";
  }
  return result;
}
