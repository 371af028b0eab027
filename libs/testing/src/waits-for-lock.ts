import { inject } from "vitest";
import { querySql } from "./query-sql.ts";

const waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Whether a statement in this database waits for a lock, on any server if its rows are on several. */
export async function waitsForLock(databaseUrl: string): Promise<boolean> {
  const text = inject("citusWorkers").length > 0 ? `select result as count from run_command_on_workers($$${waiting}$$)` : waiting;
  return (await querySql<{ count: string }>(databaseUrl, text)).some(({ count }) => Number(count) > 0);
}
