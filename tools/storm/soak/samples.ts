import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { queueLengths } from "../invariants.ts";

/** One value at one time. */
export interface Sample {
  readonly atS: number;
  readonly kind: SampleKind;
  readonly name: string;
  readonly value: number;
}

type Measured = Omit<Sample, "atS">;
export type SampleKind = "memory MB" | "open files" | "connections" | "queued" | "table MB" | "dead rows" | "open jobs" | "requests";

/** Measures processes, by the counts of Linux. Processes that have ended are left out. */
export async function sampleProcesses(pids: ReadonlyMap<string, number>): Promise<Measured[]> {
  const samples = await Promise.all([...pids].map(([name, pid]) => sampleProcess(name, pid).catch(leftOutWhenGone)));
  return samples.flat();
}

async function sampleProcess(name: string, pid: number): Promise<Measured[]> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  const files = await readdir(`/proc/${pid}/fd`);
  return [
    { kind: "memory MB", name, value: Math.round(kilobytes / 102.4) / 10 },
    { kind: "open files", name, value: files.length },
  ];
}

function leftOutWhenGone(error: NodeJS.ErrnoException): Measured[] {
  if (error.code === "ENOENT" || error.code === "ESRCH") return [];
  throw error;
}

const tablesSql = `select schemaname || '.' || relname as name, pg_total_relation_size(relid)::float8 / 1048576 as megabytes, n_dead_tup::int as dead
  from pg_stat_user_tables order by 1`;
const connectionsSql = `select application_name as name, count(*)::int as open from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`;
const jobsSql = ["users", "directory"]
  .map((schema) => `select '${schema}' as name, count(*)::int as open from ${schema}.erasure_jobs where tasks_left > 0`)
  .join(" union all ");

/** Measures the database: the length of queues, the size of each table with its indexes, connections and jobs. */
export async function sampleDatabase(client: pg.Client): Promise<Measured[]> {
  const queues = await queueLengths(client);
  const tables = (await client.query<{ name: string; megabytes: number; dead: number }>(tablesSql)).rows;
  const connections = (await client.query<{ name: string; open: number }>(connectionsSql)).rows;
  const jobs = (await client.query<{ name: string; open: number }>(jobsSql)).rows;
  return [
    ...queues.map(([name, value]) => ({ kind: "queued", name, value }) as const),
    ...tables.map(({ name, megabytes }) => ({ kind: "table MB", name, value: Math.round(megabytes * 100) / 100 }) as const),
    ...tables.map(({ name, dead }) => ({ kind: "dead rows", name, value: dead }) as const),
    ...connections.map(({ name, open }) => ({ kind: "connections", name, value: open }) as const),
    ...jobs.map(({ name, open }) => ({ kind: "open jobs", name, value: open }) as const),
  ];
}
