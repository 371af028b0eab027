import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import pg from "pg";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { hostAddress, podAddresses } from "./addresses.ts";

interface DataServices {
  readonly databaseUrl: string;
  readonly broker: string;
  /** The highest number of connections seen, and the limit. */
  readonly connections: () => { readonly most: number; readonly allowed: number };
}

// Postgres's default limit.
const allowed = 100;

/** Postgres and Kafka beside the cluster, as in most installations, at an address that pods can reach. */
export async function startDataServices(folder: string): Promise<DataServices> {
  const data = join(folder, "postgres");
  mkdirSync(data, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: data, port: 0, durable: false, settings: { max_connections: String(allowed) } });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await letPodsIn(client);
  const most = countConnections(client);
  const url = new URL(postgres.url);
  openToPods(Number(url.port));
  url.hostname = hostAddress;
  const { brokers } = await startKafkaBroker(undefined, { folder: join(folder, "kafka"), host: hostAddress });
  return { databaseUrl: url.href, broker: brokers, connections: () => ({ most: most(), allowed }) };
}

// The server listens on loopback only. Network rules forward to it, instead of a program that would use processor time.
function openToPods(port: number): void {
  const to = ["-p", "tcp", "-d", hostAddress, "--dport", String(port), "-j", "DNAT", "--to-destination", `127.0.0.1:${port}`];
  execFileSync("iptables", ["-t", "nat", "-A", "PREROUTING", ...to]);
  writeFileSync("/proc/sys/net/ipv4/conf/all/route_localnet", "1");
}

async function letPodsIn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ file: string }>("select current_setting('hba_file') as file");
  appendFileSync(rows[0]?.file ?? "", `host all all ${podAddresses} scram-sha-256\n`);
  await client.query("select pg_reload_conf()");
}

// Counts every second and returns the maximum, without its own connection.
function countConnections(client: pg.Client): () => number {
  let most = 0;
  const look = async () => {
    const text = "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
    const { rows } = await client.query<{ count: number }>(text);
    most = Math.max(most, rows[0]?.count ?? 0);
    setTimeout(look, 1_000);
  };
  void look();
  return () => most;
}
