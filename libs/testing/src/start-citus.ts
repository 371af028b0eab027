import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parley/embedded-postgres";
import { citusPackage } from "./citus-package.ts";
import { createOnNodes } from "./create-on-nodes.ts";

/** A Citus cluster on this machine: a coordinator and workers, each a server of its own. */
export interface CitusCluster extends AsyncDisposable {
  /** The superuser's, to the database `postgres` of the coordinator. */
  readonly url: string;
  /** The same of the workers. */
  readonly workers: readonly string[];
  /** The URL of a new database that all nodes have. */
  createDatabase(name: string): Promise<string>;
  /** Ends the coordinator as a crash does, and starts it again where it was. */
  crashCoordinator(): Promise<void>;
}

interface CitusOptions {
  readonly workers: number;
  readonly durable: boolean;
}

const settings = {
  shared_preload_libraries: "citus",
  // Shards are moved by logical replication.
  wal_level: "logical",
  max_wal_senders: "16",
  max_replication_slots: "16",
  max_logical_replication_workers: "8",
  // Citus has a process of its own for each database.
  max_worker_processes: "128",
  max_connections: "400",
  "citus.node_conninfo": "sslmode=disable",
  "citus.shard_count": "8",
  "citus.enable_statistics_collection": "off",
  // Seconds are long for a test that waits for what a crash has left.
  "citus.recover_2pc_interval": "1s",
};

/**
 * Starts the cluster on free ports of the loopback interface, in a folder that goes with it. Fails with `CitusMissing` when there is no Citus. Whoever is on this
 * machine may log in without a password, as the nodes do at one another: it is for tests.
 */
export async function startCitus({ workers, durable }: CitusOptions): Promise<CitusCluster> {
  const packageRoot = await citusPackage();
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "parley-citus-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Root runs the servers as another account.
  await chmod(folder, 0o755);
  const access = join(folder, "access.conf");
  await writeFile(access, "host all all 127.0.0.1/32 trust\n", { mode: 0o644 });
  const servers = new Map<string, EmbeddedPostgres>();
  stack.defer(async () => void (await Promise.all([...servers.values()].map((server) => server.stop()))));
  const start = async (name: string, port = 0): Promise<EmbeddedPostgres> => {
    const options = { dataDir: join(folder, name), port, durable, packageRoot, settings: { ...settings, hba_file: access } };
    const server = await startEmbeddedPostgres(options);
    servers.set(name, server);
    return server;
  };
  const names = Array.from({ length: workers }, (_, worker) => `worker-${worker}`);
  const [coordinator, ...others] = await Promise.all([start("coordinator"), ...names.map((name) => start(name))]);
  const urls = others.map(({ url }) => url);
  const own = stack.move();
  return {
    url: coordinator.url,
    workers: urls,
    createDatabase: (name) => createOnNodes(coordinator.url, urls, name),
    crashCoordinator: async () => {
      const home = await realpath(join(folder, "coordinator"));
      const [pid] = (await readFile(join(home, "postmaster.pid"), "utf8")).split("\n", 1);
      process.kill(Number(pid), "SIGKILL");
      await servers.get("coordinator")?.stop();
      await start("coordinator", coordinator.port);
    },
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}
