import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { explain } from "../services/find-kafka.ts";
import type { KeptProcess } from "../services/kept-process.ts";
import { KafkaLog } from "./kafka-log.ts";
import { Link } from "./link.ts";
import { leaseMs, type Program, type Target } from "./plan.ts";
import { startPostgresUnderFire } from "./postgres-under-fire.ts";
import { copyBundles, mainOf, placePrograms, runPrograms } from "./programs.ts";
import { Random } from "./random.ts";
import {
  type Repeated,
  type Strikeable,
  strikeableKafka,
  strikeableLinks,
  strikeableLog,
  strikeablePostgres,
  strikeableProcess,
} from "./strikeable.ts";
import { mountStruckDisk } from "./struck-disk.ts";

/** Gateway and services as processes, Kafka and Postgres, all our own and in their own folder. */
export interface Stage {
  readonly folder: string;
  readonly gatewayUrl: string;
  readonly adminToken: string;
  /** Whether half of the processes are of the release before. */
  readonly besideBefore: boolean;
  readonly databaseUrl: string;
  readonly kafkaBrokers: string;
  readonly targets: ReadonlyMap<Target, Strikeable>;
  readonly programs: ReadonlyMap<Program, KeptProcess>;
  readonly kafkaLog: KafkaLog;
  /** How often events were published again, and how many. */
  readonly repeated: Repeated;
  /** Of the programs and Kafka, as they run now. */
  pids(): ReadonlyMap<string, number>;
  /** Programs that ended without having been struck. */
  readonly crashes: readonly string[];
  /** Resolves when every program says that it is ready. */
  ready(withinMs: number): Promise<void>;
  /** Copies the database into the folder if it is to be kept and would go. */
  stop(keepsDatabase?: boolean): Promise<void>;
}

const startWithinMs = 400_000;

interface StageOptions {
  /** Two processes of each service and two gateways. */
  readonly pairs: boolean;
  readonly seed: number;
  /** Postgres flushes what it has committed to a disk whose machine loses its power, instead of one in memory that becomes full. */
  readonly durable?: boolean;
  /** The bundles of the release before, for the second process of each pair. */
  readonly before?: string;
}

/** Fails with `KafkaMissing` when there is no Java or Maven. */
export async function setStage({ pairs, seed, durable = false, before }: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "parley-storm-"));
  // Root runs Postgres as another user, who has to be let in.
  await chmod(folder, 0o755);
  const stops: ((keepsDatabase: boolean) => Promise<void>)[] = [];
  const stop = async (keepsDatabase = false) => {
    for (const step of stops.splice(0).reverse()) await step(keepsDatabase);
  };
  const opened = (link: Link) => {
    stops.push(async () => link.close());
    return link;
  };
  try {
    let kafkaLink: Link | undefined;
    const through = async (port: number) => {
      kafkaLink = opened(await Link.open([port]));
      return kafkaLink.port;
    };
    const kafka = await startKafkaBroker(undefined, { through }).catch(explain);
    stops.push(() => kafka.remove());
    const mounted = await mountStruckDisk(join(folder, "disk"), durable);
    if (mounted !== undefined) stops.push((keepsDatabase) => mounted.disk.remove(keepsDatabase ? join(folder, "database") : undefined));
    const postgres = await startPostgresUnderFire(mounted?.disk.folder ?? folder, { durable });
    stops.push(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase("parley");
    const postgresLink = opened(await Link.open([Number(new URL(databaseUrl).port)]));
    const places = await placePrograms(pairs);
    const serviceLinks = [...places.links].flatMap(([app, link]) => (app === "gateway" ? [] : [link]));
    for (const link of places.links.values()) opened(link);
    const linkedUrl = Object.assign(new URL(databaseUrl), { port: String(postgresLink.port) }).href;
    const environment = {
      ...{ ...places.environment, ...secrets(), ...short },
      ...{ PARLEY_DATABASE_URL: linkedUrl, PARLEY_KAFKA_BROKERS: kafka.brokers },
    };

    await copyBundles(folder, before);
    await promisify(execFile)(process.execPath, [mainOf(folder, "workspace"), "create-topics"], { env: environment });
    const kafkaLog = await KafkaLog.open(kafka.brokers);
    stops.push(() => kafkaLog.close());
    await mkdir(join(folder, "logs"));
    const crashes: string[] = [];
    const kept = await runPrograms({
      folder,
      besideBefore: before !== undefined,
      environment,
      seed,
      ports: places.ports,
      onCrash: (what) => crashes.push(what),
    });
    stops.push(async () => void (await Promise.all([...kept.values()].map((process) => process.end("SIGTERM")))));
    const ready = async (withinMs: number) => void (await Promise.all([...kept.values()].map((process) => process.ready(withinMs))));
    await ready(startWithinMs);
    const repeated: Repeated = { times: 0, events: 0 };

    return {
      folder,
      gatewayUrl: `http://127.0.0.1:${places.links.get("gateway")?.port}`,
      adminToken: environment.PARLEY_ADMIN_TOKEN,
      besideBefore: before !== undefined,
      databaseUrl,
      kafkaBrokers: kafka.brokers,
      targets: new Map<Target, Strikeable>([
        ...[...kept].map(([program, process]) => [program, strikeableProcess(process)] as const),
        ["postgres", strikeablePostgres(postgres)],
        ["kafka", strikeableKafka(kafka)],
        ["postgres-link", strikeableLinks([postgresLink])],
        ["kafka-link", strikeableLinks(kafkaLink === undefined ? [] : [kafkaLink])],
        ["services-link", strikeableLinks(serviceLinks)],
        ["kafka-log", strikeableLog(kafkaLog, new Random(seed + 2), repeated)],
        ...(mounted === undefined ? [] : [[mounted.target, mounted.strikeable(postgres)] as const]),
      ]),
      pids: () => new Map([...[...kept].map(([program, { pid = 0 }]) => [program, pid] as const), ["kafka", kafka.pid]]),
      ...{ programs: kept, kafkaLog, repeated, crashes, ready, stop },
    };
  } catch (error) {
    await stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function secrets() {
  return {
    PARLEY_SERVICE_TOKENS: randomBytes(24).toString("hex"),
    PARLEY_MASTER_KEYS: `storm:${randomBytes(32).toString("base64")}`,
    PARLEY_ADMIN_TOKEN: randomBytes(24).toString("hex"),
  };
}

// As in production, but for what would make a storm wait (how long a request, and with it its idempotency key, may stay open; when webhooks
// are tried again), and for an endpoint on this machine.
const short = {
  PARLEY_HOST: "127.0.0.1",
  PARLEY_LOG_LEVEL: "info",
  PARLEY_LOG_PRETTY: "false",
  PARLEY_REQUEST_TIMEOUT_MS: "5000",
  PARLEY_IDEMPOTENCY_LEASE_MS: "8000",
  PARLEY_SHUTDOWN_GRACE_MS: "5000",
  PARLEY_WEBHOOK_ALLOW_HTTP: "true",
  PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
  PARLEY_EGRESS_SMTP_PORTS: "1-65535",
  PARLEY_WEBHOOK_LEASE_MS: String(leaseMs),
  PARLEY_EMAIL_LEASE_MS: String(leaseMs),
  PARLEY_EMAIL_QUIET_MS: "300",
  PARLEY_EMAIL_QUIET_MAX_MS: "1000",
  PARLEY_EMAIL_TIMEOUT_MS: "3000",
  PARLEY_EMAIL_RECIPIENT_HOURLY: "100000",
  PARLEY_EMAIL_RETRY_DELAYS_MS: "200,500,1000,1000,2000,2000,3000,3000,5000,5000,5000,5000,5000,5000,5000",
  PARLEY_WEBHOOK_TIMEOUT_MS: "1000",
  PARLEY_WEBHOOK_RETRY_SECONDS: "0.2,0.5,1,1,2,2,3,3,5,5,5,5,5,5,5",
};
