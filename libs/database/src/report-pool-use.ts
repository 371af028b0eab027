import { type Host, observedGauge } from "@parley/runtime";
import type { Database } from "./database.ts";

const pools = Symbol("database pools");

/** Reports the pool's connections. One metric serves all pools of a process, because a registry accepts each name once. */
export function reportPoolUse(host: Host, database: Database): void {
  host.shared(pools, () => reportedPools(host)).set(database.schema, database);
}

function reportedPools({ metrics }: Host): Map<string, Database> {
  const databases = new Map<string, Database>();
  observedGauge(
    metrics,
    "parley_database_pool_connections",
    "Connections to Postgres, and calls that wait for one.",
    ["schema", "state"],
    (set) => {
      for (const [schema, pool] of databases) {
        for (const [state, count] of Object.entries(pool.usage())) set({ schema, state }, count);
      }
    },
  );
  return databases;
}
