import { type Sql, sql } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { decodeCursor, pageSizeOf } from "@parley/kernel";
import { defaultPageSize, type PageRequest, pageParameters } from "./page.ts";

/** The parameters of every statement that finds things of an organization by name. */
export const searchParameters = { ...pageParameters, search: types.text, afterName: types.text };

export type SearchValues = ValuesOf<typeof searchParameters>;

/** The position after which a page of found things begins, and the number of rows to read, as in `pageOf`. */
export function searchPageOf({ pageSize, pageToken }: PageRequest) {
  const [afterName = "", after = ""] = decodeCursor(pageToken, ["string", "string"]) ?? [];
  return { afterName: String(afterName), after: String(after), ...pageSizeOf(pageSize, defaultPageSize) };
}

interface Searched {
  readonly columns: Sql;
  readonly from: Sql;
  readonly where: Sql;
  /** The columns of the name and of the id. */
  readonly name: Sql;
  readonly id: Sql;
}

/**
 * SQL: one page of the items whose name begins with the text, ignoring case, and of the item whose id equals the text. They are in the
 * order of their names, and found by an index over the API key, the expression `begin` and the id.
 */
export function foundByName({ columns, from, where, name, id }: Searched): Sql {
  const begin = sql`lower(left(${name}, 128)) collate "C"`;
  return sql`with named as materialized (
     select ${columns}, ${begin} as searched_name from ${from}
     where ${where} and ${begin} < (lower($search) || chr(1114111)) collate "C"
       and (${begin}, ${id}) > (greatest(lower($search) collate "C", $afterName), $after)
     order by ${begin}, ${id} limit $limit
   ), identified as materialized (
     select ${columns}, coalesce(${begin}, '') as searched_name from ${from}
     where ${where} and ${id} = $search and (coalesce(${begin}, ''), ${id}) > ($afterName, $after)
       and not starts_with(coalesce(${begin}, ''), lower($search))
   )
   select * from named union all select * from identified order by searched_name, id`;
}
