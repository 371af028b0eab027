import { querySql } from "./query-sql.ts";

interface Reference {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
}

// Our own numbers: a column that generates them identifies the row itself, a column of the same name elsewhere refers to it. Records of
// pending erasures may refer to rows that are already gone.
const referencesSql = `
  with numbered as (
    select n.nspname as schema, c.relname as table, a.attname as column,
      a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') like 'nextval%' as is_own
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname not in ('pg_catalog', 'information_schema') and (a.attname like '%\\_ref' or a.attname in ('delivery_id', 'email_id')) and not a.attisdropped
  )
  select child.schema || '.' || child.table as child, child.column, parent.schema || '.' || parent.table as parent, parent.column as "parentColumn"
  from numbered child join numbered parent on parent.schema = child.schema and parent.is_own
    and parent.column = case child.column when 'parent_ref' then 'folder_ref' else child.column end
  where not child.is_own and child.table not in ('deleted_groups', 'deleted_notifications', 'deleted_places')
  order by 1, 2`;

/**
 * Finds orphaned rows in all tables: rows that refer to a row of another table by a number that does not exist. One sentence for each
 * table.
 */
export async function orphanedRows(databaseUrl: string): Promise<string[]> {
  const problems: string[] = [];
  for (const { child, column, parent, parentColumn } of await querySql<Reference & Record<string, string>>(databaseUrl, referencesSql)) {
    const [found] = await querySql<{ rows: number }>(
      databaseUrl,
      `select count(*)::int as rows from ${child} c where c.${column} <> 0 and not exists (
         select from ${parent} p where p.api_key_id = c.api_key_id and p.${parentColumn} = c.${column})`,
    );
    if (found !== undefined && found.rows > 0) {
      problems.push(`${found.rows} rows of ${child} name a ${column} that is not in ${parent}.`);
    }
  }
  return problems;
}
