import type { Database } from "@parley/database";
import { withConstants } from "@parley/runtime";
import { freshDatabase, querySql, startProcess } from "@parley/testing";
import { onTestFinished } from "vitest";
import type { Worker } from "../src/index.ts";
import { receiver, receiverModule } from "./texts.ts";

export const kind = "tests";

interface Running {
  readonly database: Database;
  readonly url: string;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** A process with the worker; returns the database to which work is added. */
export async function startWorker(
  worker: Partial<Worker>,
  url?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const databaseUrl = url ?? (await freshDatabase());
  let database: Database | undefined;
  const full = { kind, concurrency: 4, handle: async () => undefined, retryAfterMs: () => undefined, ...worker };
  const module = receiverModule({
    workers: () => [full],
    onDatabase: (opened) => {
      database = opened;
    },
  });
  const overrides = {
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_EMBEDDED_BUS: "true",
    ...withConstants({ outboxPollMs: 50 }),
    ...environment,
  };
  const process = await startProcess([module], overrides);
  onTestFinished(() => process.stop());
  if (database === undefined) throw new Error("The worker's module did not open its database.");
  const metrics = async () =>
    (await fetch(`http://127.0.0.1:${process.process.opsPort}/metrics`, { headers: { connection: "close" } })).text();
  return { database, url: databaseUrl, metrics, stop: () => process.stop() };
}

export async function add(database: Database, apiKeyId: string, payloads: readonly string[]): Promise<void> {
  await receiver.addWork(
    database,
    kind,
    payloads.map((payload) => ({ apiKeyId, payload })),
  );
}

export function rows(url: string) {
  return querySql<{ payload: string; state: string; attempts: number; fence: string; last_error: string }>(
    url,
    "select payload, state, attempts, fence, last_error from receiver.work order by work_id",
  );
}
