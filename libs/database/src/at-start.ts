import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "@parley/kernel";
import type { Host } from "@parley/runtime";
import type { DatabaseConfig } from "./database-settings.ts";

const pauseMs = 500;

/**
 * Runs a step of the start, and repeats it while the database is down, starting up, out of connections or too slow, for as long as a start
 * may wait. A process that exited instead would be restarted after longer and longer pauses.
 */
export async function atStart<Result>(
  host: Pick<Host, "log">,
  { databaseStartTimeoutMs }: Pick<DatabaseConfig, "databaseStartTimeoutMs">,
  work: () => Promise<Result>,
): Promise<Result> {
  const endsAtMs = performance.now() + databaseStartTimeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || performance.now() + pauseMs > endsAtMs) throw error;
      host.log.warn({ reason: error.message }, "Waiting for the database before the start.");
      await delay(pauseMs);
    }
  }
}

function mayPass(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return error.reason === "database_unavailable" || error.kind === "deadline_exceeded";
}
