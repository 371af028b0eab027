import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { randomText } from "@parley/kernel";
import type { TestProject } from "vitest/node";
import { maxConnections, startPostgresContainer } from "./containers/start-postgres-container.ts";
import { postgresRelease } from "./postgres-release.ts";
import { startCitus } from "./start-citus.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser URL of the Postgres server that the whole run shares. */
    postgresUrl: string;
    /** Superuser URLs of the workers, when the server is the coordinator of a Citus cluster. */
    citusWorkers: readonly string[];
    /** Differs from run to run, in names of what a server may keep. */
    runName: string;
  }
}

// The version of the npm package.
const installedVersion = "18";

/**
 * One throw-away Postgres server for the whole run, started from an image if a Docker engine responds. Every test file makes its own
 * databases in it. PARLEY_TEST_POSTGRES_VERSION is its major version, or `citus` for a coordinator with two workers.
 * PARLEY_TEST_DATABASE_URL names a running server to use instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Pure tests need no server.
  if (project.vitest.projects.every(({ name }) => name === "unit")) return async () => undefined;
  project.provide("runName", randomText(8).toLowerCase());
  const given = process.env.PARLEY_TEST_DATABASE_URL;
  const version = process.env.PARLEY_TEST_POSTGRES_VERSION || installedVersion;
  const cluster = version === "citus" ? await startCitus({ workers: 2, durable: false, manyDatabases: true }) : undefined;
  project.provide("citusWorkers", cluster?.workers ?? []);
  if (cluster !== undefined) {
    project.provide("postgresUrl", cluster.url);
    return async () => cluster[Symbol.asyncDispose]();
  }
  if (given !== undefined) {
    project.provide("postgresUrl", given);
    return async () => undefined;
  }
  const container = await startPostgresContainer(version);
  if (container !== undefined) {
    project.provide("postgresUrl", container.url);
    return () => container.remove();
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  // Root runs the server as another user, who needs access.
  await chmod(folder, 0o755);
  const release = version === installedVersion ? {} : { packageRoot: await postgresRelease(version) };
  const settings = { max_connections: maxConnections };
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: false, settings, ...release });
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
