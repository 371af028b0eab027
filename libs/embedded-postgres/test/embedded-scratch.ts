import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "../src/index.ts";

interface Scratch {
  /** Exists while tests run; removed after the last one. */
  readonly folder: string;
  /** Starts a server in a folder of this name. It is stopped after the test. */
  start(name: string, options?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres>;
}

/** A folder for the servers of one test file. Starting and stopping them takes seconds, so the time-outs are longer. */
export function useScratch(): Scratch {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const running = new Set<EmbeddedPostgres>();
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-embedded-"));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    await Promise.all([...running].map((server) => server.stop()));
    running.clear();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
    async start(name, options = {}) {
      const server = await startEmbeddedPostgres({ dataDir: join(folder, name), port: 0, durable: false, ...options });
      running.add(server);
      return server;
    },
  };
}

/** Runs the statements on their own connection; returns the rows of the last. */
export async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  // A server that is killed must not end the test's process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
