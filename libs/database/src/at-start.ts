import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "@parley/kernel";
import type { Host } from "@parley/runtime";
import type { DatabaseConfig } from "./database-settings.ts";

const pauseMs = 500;

/**
 * Does what a start needs done: again while the database is away, starts up, has no connection left or is too slow, for as long as a start may wait for
 * it. Whoever exits instead is started again, by an engine that waits longer each time.
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
      host.log.warn({ reason: error.message }, "The start waits for the database.");
      await delay(pauseMs);
    }
  }
}

function mayPass(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return error.reason === "database_unavailable" || error.kind === "deadline_exceeded";
}
