import type { DocumentFilter } from "@parley/contracts/organization-directory";
import { type Sql, sql } from "@parley/database";
import { invalid } from "@parley/kernel";
import { documents } from "../schema.ts";

const operators = ["==", "!=", "<", "<=", ">", ">=", "in", "not-in", "array-contains", "array-contains-any"];
const ofLists = new Set(["in", "not-in", "array-contains-any"]);

/**
 * The filters as the parameter of `fulfils`. Fails with `invalid_argument` for an unknown operator, for an operator of lists without a list,
 * and for an order of anything but numbers, texts and booleans.
 */
export function filtersJson(filters: readonly DocumentFilter[]): string {
  return JSON.stringify(
    filters.map(({ key, operator, valueJson }, index) => {
      const value: unknown = JSON.parse(valueJson);
      const field = `filters[${index}]`;
      if (!operators.includes(operator)) throw invalid(`${field}.operator`, `The operator must be one of ${operators.join(", ")}.`);
      if (ofLists.has(operator) && !Array.isArray(value)) throw invalid(`${field}.value`, `The operator ${operator} needs a list.`);
      if (/[<>]/.test(operator) && !["number", "string", "boolean"].includes(typeof value))
        throw invalid(`${field}.value`, `The operator ${operator} needs a number, a text or a boolean.`);
      const own = key.replace(/^metadata\./, "");
      return { key: own, path: own.split("."), operator, value };
    }),
  );
}

// What the document under the alias `d` has under the key of a filter `f`; null without the key.
const found = sql`case f ->> 'key' when 'documentName' then to_jsonb(d.${documents.documentName})
  else coalesce(d.${documents.metadata} -> (f ->> 'key'),
    d.${documents.metadata} #> array(select jsonb_array_elements_text(f -> 'path'))) end`;

// Text is ordered byte by byte, whatever the collation of the database is.
const compared = (operator: Sql) => sql`jsonb_typeof(v) = jsonb_typeof(f -> 'value') and case jsonb_typeof(v)
  when 'string' then ((v #>> '{}') collate "C") ${operator} ((f ->> 'value') collate "C") else v ${operator} f -> 'value' end`;
const isIn = (list: Sql, item: Sql) => sql`exists (select from jsonb_array_elements(${list}) as e (item) where e.item = ${item})`;

const items = sql`case jsonb_typeof(v) when 'array' then v else '[]' end`;

/** SQL: whether the document under the alias `d` fulfils all `$filters`. */
export const fulfils = sql`not exists (
  select from jsonb_array_elements($filters::jsonb) as i (f) cross join lateral (select ${found} as v) o
  where not coalesce(case f ->> 'operator'
    when '==' then v = f -> 'value'
    when '!=' then v <> f -> 'value'
    when '<' then ${compared(sql`<`)}
    when '<=' then ${compared(sql`<=`)}
    when '>' then ${compared(sql`>`)}
    when '>=' then ${compared(sql`>=`)}
    when 'in' then ${isIn(sql`f -> 'value'`, sql`v`)}
    when 'not-in' then v is not null and not ${isIn(sql`f -> 'value'`, sql`v`)}
    when 'array-contains' then ${isIn(items, sql`f -> 'value'`)}
    when 'array-contains-any' then exists (
      select from jsonb_array_elements(${items}) as a (item) where ${isIn(sql`f -> 'value'`, sql`a.item`)})
    end, false))`;
