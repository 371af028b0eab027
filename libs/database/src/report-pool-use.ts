import { type Host, observedGauge } from "@parley/runtime";
import type { Database } from "./database.ts";

const pools = new WeakMap<Host["metrics"], Map<string, Database>>();

/** Shows the pool's connections. One metric for all pools of a process: a registry takes each name once. */
export function reportPoolUse({ metrics }: Host, database: Database): void {
  let databases = pools.get(metrics);
  if (databases === undefined) {
    const all = new Map<string, Database>();
    databases = all;
    pools.set(metrics, all);
    observedGauge(
      metrics,
      "parley_database_pool_connections",
      "Connections to Postgres, and calls that wait for one.",
      ["schema", "state"],
      (set) => {
        for (const [schema, pool] of all) {
          for (const [state, count] of Object.entries(pool.usage())) set({ schema, state }, count);
        }
      },
    );
  }
  databases.set(database.schema, database);
}
