import type { Statement } from "@parley/database";
import { sqlTypeOf } from "@parley/database/schema";
import type pg from "pg";

/**
 * The maximum number of tasks that any step of a statement is divided into over the servers, when all of its parameters name one API key.
 * Read from the statement's plan.
 */
export async function serversAsked(client: pg.Client, { text, parameters, parameterNames }: Statement<never, unknown>): Promise<number> {
  const values = parameterNames.map((name) => literalOf(sqlTypeOf(parameters[name] ?? { sqlType: "text" })));
  await client.query(`prepare asked as ${text}`);
  try {
    const execute = values.length === 0 ? "execute asked" : `execute asked(${values.join()})`;
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${execute}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    return Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, tasks]) => Number(tasks)));
  } finally {
    await client.query("deallocate asked");
  }
}

function literalOf(type: string): string {
  if (type.endsWith("[]")) return `array[${literalOf(type.slice(0, -2))}]::${type}`;
  return `${literals.get(type) ?? "'1'"}::${type}`;
}

const literals: ReadonlyMap<string, string> = new Map([
  ["uuid", "'00000000-0000-0000-0000-000000000001'"],
  ["json", "'[]'"],
  ["jsonb", "'[]'"],
  ["date", "'2026-01-01'"],
  ["tid", "'(0,1)'"],
]);
