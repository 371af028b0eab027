import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parley/embedded-postgres";
import { citusPackage } from "./citus-package.ts";
import { citusSettings } from "./citus-settings.ts";
import { createOnNodes } from "./create-on-nodes.ts";

/** A Citus cluster on this machine: a coordinator and workers, each a server of its own. */
export interface CitusCluster extends AsyncDisposable {
  /** The superuser's URL of the database `postgres` on the coordinator. */
  readonly url: string;
  /** The same URL for each worker. */
  readonly workers: readonly string[];
  /** The folders of the workers' data. */
  readonly workerFolders: readonly string[];
  /** Creates a database on all nodes and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Kills the coordinator, as a crash would, and starts it again on the same port and data. */
  crashCoordinator(): Promise<void>;
  /** The same for a worker. */
  crashWorker(worker: number): Promise<void>;
  /** Stops the worker on this port. It stays away. */
  stopWorker(port: number): Promise<void>;
}

interface CitusOptions {
  readonly workers: number;
  readonly durable: boolean;
  /** Whether Citus completes two-phase commits that were interrupted, within a second. */
  readonly recovers?: boolean;
  /** Whether there will be many databases. Citus then looks at each more rarely, because every look connects to every server. */
  readonly manyDatabases?: boolean;
}

// The second one is in multiples of deadlock_timeout, a second.
const rareLooks = { "citus.recover_2pc_interval": "30s", "citus.distributed_deadlock_detection_factor": "10" };

/**
 * Starts the cluster on free ports of the loopback interface, in a folder that is removed with it. Fails with `CitusMissing` when there is
 * no Citus. For tests only: every user of this machine may log in without a password, because the nodes log in to one another without one.
 */
export async function startCitus({ workers, durable, recovers = true, manyDatabases = false }: CitusOptions): Promise<CitusCluster> {
  const packageRoot = await citusPackage();
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "parley-citus-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Root runs the servers as another account.
  await chmod(folder, 0o755);
  const settings = await citusSettings(folder);
  const servers = new Map<string, EmbeddedPostgres>();
  stack.defer(async () => void (await Promise.all([...servers.values()].map((server) => server.stop()))));
  const start = async (name: string, port = 0): Promise<EmbeddedPostgres> => {
    const recovery = { "citus.recover_2pc_interval": recovers ? "1s" : "-1" };
    const own = { ...settings, ...(manyDatabases ? rareLooks : recovery) };
    const options = { dataDir: join(folder, name), port, durable, packageRoot, settings: own };
    const server = await startEmbeddedPostgres(options);
    servers.set(name, server);
    return server;
  };
  const crash = async (name: string) => {
    const home = await realpath(join(folder, name));
    const [pid] = (await readFile(join(home, "postmaster.pid"), "utf8")).split("\n", 1);
    process.kill(Number(pid), "SIGKILL");
    const server = servers.get(name);
    await server?.stop();
    await start(name, server?.port);
  };
  const names = Array.from({ length: workers }, (_, worker) => `worker-${worker}`);
  const [coordinator, ...others] = await Promise.all([start("coordinator"), ...names.map((name) => start(name))]);
  const urls = others.map(({ url }) => url);
  const own = stack.move();
  return {
    url: coordinator.url,
    workers: urls,
    workerFolders: names.map((name) => join(folder, name)),
    createDatabase: (name) => createOnNodes(coordinator.url, urls, name),
    crashCoordinator: () => crash("coordinator"),
    crashWorker: (worker) => crash(`worker-${worker}`),
    stopWorker: async (port) => {
      const stopped = [...servers.values()].find((server) => server.port === port);
      if (stopped === undefined) throw new Error(`No server listens on port ${port}.`);
      await stopped.stop();
    },
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}
