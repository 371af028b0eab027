import { mkdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { hostAddress } from "./addresses.ts";

interface DataServices {
  readonly databaseUrl: string;
  readonly broker: string;
  /** The most connections that were seen, and how many there may be. */
  readonly connections: () => { readonly most: number; readonly allowed: number };
}

// What a Postgres with its defaults allows.
const allowed = 100;

/** Postgres and Kafka beside the cluster, as most have them, at an address that pods reach. */
export async function startDataServices(folder: string): Promise<DataServices> {
  const data = join(folder, "postgres");
  mkdirSync(data, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: data, port: 0, durable: false, settings: { max_connections: String(allowed) } });
  const url = new URL(postgres.url);
  const most = await openToPods(Number(url.port));
  url.hostname = hostAddress;
  const { brokers } = await startKafkaBroker(undefined, { folder: join(folder, "kafka"), host: hostAddress });
  return { databaseUrl: url.href, broker: brokers, connections: () => ({ most: most(), allowed }) };
}

// The server listens on loopback only. Answers how many connections there were at most.
async function openToPods(port: number): Promise<() => number> {
  let now = 0;
  let most = 0;
  const server = createServer(async (from) => {
    most = Math.max(most, ++now);
    const to = connect(port, "127.0.0.1");
    // Whoever ends it, both ends are to know.
    await Promise.allSettled([pipeline(from, to), pipeline(to, from)]);
    now--;
  });
  server.listen(port, hostAddress);
  return () => most;
}
