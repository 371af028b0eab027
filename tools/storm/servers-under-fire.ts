import { citusPackage } from "../../libs/testing/src/citus-package.ts";
import { citusSettings } from "../../libs/testing/src/citus-settings.ts";
import { createOnNodes } from "../../libs/testing/src/create-on-nodes.ts";
import { spreadDatabase } from "../installation/spread-database.ts";
import { type WorkerName, workers } from "./plan.ts";
import { type PostgresUnderFire, startPostgresUnderFire } from "./postgres-under-fire.ts";

/** The servers of a database as targets of faults. */
interface ServersUnderFire {
  /** The one that services connect to. */
  readonly postgres: PostgresUnderFire;
  /** It, and those that have the rows of API keys. */
  readonly all: readonly (readonly ["postgres" | WorkerName, PostgresUnderFire])[];
  /** The superuser's URL of a new database. Its rows are spread if there are several servers. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

// Shorter than a minute, so that rows that a crash has left prepared hold back the feed of changes less.
const recovery = { "citus.recover_2pc_interval": "1s" };

interface Options {
  readonly durable: boolean;
  /** The folder of the workers; without it there are none. */
  readonly workersIn: string | undefined;
}

/** Starts Postgres in the folder, and the workers. Fails with `CitusMissing` when they are wanted and there is no Citus. */
export async function startServers(folder: string, { durable, workersIn }: Options): Promise<ServersUnderFire> {
  if (workersIn !== undefined) return startCluster(folder, workersIn, durable);
  const postgres = await startPostgresUnderFire(folder, { durable });
  return { postgres, all: [["postgres", postgres]], createDatabase: (name) => postgres.createDatabase(name), stop: () => postgres.stop() };
}

async function startCluster(folder: string, workersIn: string, durable: boolean): Promise<ServersUnderFire> {
  const common = { durable, packageRoot: await citusPackage(), settings: { ...(await citusSettings(workersIn)), ...recovery } };
  await using stack = new AsyncDisposableStack();
  const start = async (place: string, name: string) => {
    const server = await startPostgresUnderFire(place, { ...common, name });
    stack.defer(() => server.stop());
    return server;
  };
  const postgres = await start(folder, "postgres");
  const others: [WorkerName, PostgresUnderFire][] = [];
  for (const name of workers) others.push([name, await start(workersIn, name)]);
  const urls = others.map(([, { url }]) => url);
  const own = stack.move();
  return {
    postgres,
    all: [["postgres", postgres], ...others],
    createDatabase: (name) => spreadDatabase({ createDatabase: (database) => createOnNodes(postgres.url, urls, database) }, name),
    stop: () => own.disposeAsync(),
  };
}
