import type { Statement } from "@parley/database";
import type pg from "pg";

/**
 * The `QUERY PLAN` of a statement's generic plan; `options` are further options of `explain`. Postgres' own `generic_plan` is new in 16.
 */
export async function explainGeneric<Plan>(
  client: pg.Client,
  { text, parameterNames }: Statement<never, unknown>,
  options: string,
): Promise<Plan[]> {
  await client.query("set plan_cache_mode to force_generic_plan");
  await client.query(`prepare explained as ${text}`);
  const values = parameterNames.length === 0 ? "" : `(${parameterNames.map(() => "null").join()})`;
  try {
    const { rows } = await client.query<{ "QUERY PLAN": Plan }>(`explain (${options}) execute explained${values}`);
    return rows.map((row) => row["QUERY PLAN"]);
  } finally {
    await client.query("deallocate explained");
  }
}
