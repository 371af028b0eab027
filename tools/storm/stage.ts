import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { Link } from "../installation/link.ts";
import type { ProgramName } from "../installation/place-programs.ts";
import type { Environment } from "../installation/program.ts";
import { explain } from "../services/find-kafka.ts";
import { services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { KafkaLog } from "./kafka-log.ts";
import { leaseMs, planClocks, type Target } from "./plan.ts";
import { Random } from "./random.ts";
import { startServers } from "./servers-under-fire.ts";
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

/** An installation with its Kafka and Postgres, every part of which can be a target of faults. */
export interface Stage {
  readonly installation: Installation;
  readonly kafkaBrokers: string;
  readonly targets: ReadonlyMap<Target, Strikeable>;
  readonly kafkaLog: KafkaLog;
  /** How often events were published again, and their number. */
  readonly repeated: Repeated;
  /** The current processes of the programs and Kafka. */
  pids(): ReadonlyMap<string, number>;
  /** Programs that ended without a fault of the plan. */
  readonly crashes: readonly string[];
  /** Stops everything. With `keepsDatabase`, a database that would be lost is copied into the folder first. */
  stop(keepsDatabase?: boolean): Promise<void>;
}

interface StageOptions {
  /** Whether there are two processes of each service and two gateways. */
  readonly pairs: boolean;
  readonly seed: number;
  /** Whether Postgres flushes commits to a disk that can lose its power, instead of using a disk in memory that can become full. */
  readonly durable?: boolean;
  /** Whether the rows of activity and notifications are on two servers besides Postgres. */
  readonly citus?: boolean;
  /** The bundles of the earlier release, for the second process of each pair. */
  readonly before?: string;
}

/** Fails with `KafkaMissing` without Java or Maven, and with `CitusMissing` without a Citus that is wanted. */
export async function setStage({ pairs, seed, durable = false, citus, before }: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "parley-storm-"));
  // Root runs Postgres as another user, who needs access.
  await chmod(folder, 0o755);
  const stops: ((keepsDatabase: boolean) => Promise<void>)[] = [];
  const stop = async (keepsDatabase = false) => {
    for (const step of stops.splice(0).reverse()) await step(keepsDatabase);
  };
  try {
    const kafkaLinks: Link[] = [];
    const through = async (port: number) => {
      const link = await Link.open([port]);
      kafkaLinks.push(link);
      stops.push(async () => link.close());
      return link.port;
    };
    const kafka = await startKafkaBroker(undefined, { through }).catch(explain);
    stops.push(() => kafka.remove());
    const mounted = await mountStruckDisk(join(folder, "disk"), durable);
    if (mounted !== undefined) stops.push((keepsDatabase) => mounted.disk.remove(keepsDatabase ? join(folder, "database") : undefined));
    const servers = await startServers(mounted?.disk.folder ?? folder, { durable, workersIn: citus ? folder : undefined });
    stops.push(() => servers.stop());

    const clocks = planClocks(seed, pairs ? apps.flatMap((app) => [app, `${app}-2` as const]) : apps);
    const crashes: string[] = [];
    const installation = await startInstallation({
      shape: "separate",
      pairs,
      linked: true,
      builds: false,
      folder,
      databaseUrl: await servers.createDatabase("parley"),
      kafkaBrokers: kafka.brokers,
      environment: short,
      environmentOf: (name) => clockOf(clocks.get(name) ?? 0),
      scriptOf: await copyBundles(folder, before),
      onCrash: (what) => crashes.push(what),
    });
    stops.push(() => installation.stop());
    const kafkaLog = await KafkaLog.open(kafka.brokers);
    stops.push(() => kafkaLog.close());
    const repeated: Repeated = { times: 0, events: 0 };

    const { programs, links } = installation;
    const linksOf = (isMeant: (name: string) => boolean) => [...links].flatMap(([name, link]) => (isMeant(name) ? [link] : []));
    return {
      installation,
      kafkaBrokers: kafka.brokers,
      targets: new Map<Target, Strikeable>([
        ...[...programs].map(([name, program]) => [name, strikeableProcess(program)] as const),
        ...servers.all.map(([name, server]) => [name, strikeablePostgres(server)] as const),
        ["kafka", strikeableKafka(kafka)],
        ["postgres-link", strikeableLinks(linksOf((name) => name === "postgres"))],
        ["kafka-link", strikeableLinks(kafkaLinks)],
        ["services-link", strikeableLinks(linksOf((name) => name !== "postgres" && name !== "gateway"))],
        ["kafka-log", strikeableLog(kafkaLog, new Random(seed + 2), repeated)],
        ...(mounted === undefined ? [] : [[mounted.target, mounted.strikeable(servers.postgres)] as const]),
      ]),
      kafkaLog,
      repeated,
      pids: () => new Map([...Object.entries(installation.pids), ["kafka", kafka.pid]]),
      crashes,
      stop,
    };
  } catch (error) {
    await stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const apps = services.map(({ app }) => app);

/**
 * Copies the bundles, so that a build during the storm changes nothing. `before` is the folder of another release's bundles. Returns the
 * path of each program.
 */
async function copyBundles(folder: string, before: string | undefined): Promise<(name: ProgramName) => string> {
  await Promise.all(apps.map((app) => cp(join(workspaceRoot, "apps", app, "dist"), join(folder, "bundles", app), { recursive: true })));
  if (before !== undefined) await cp(before, join(folder, "before"), { recursive: true });
  return (name) => {
    const isBefore = before !== undefined && name.endsWith("-2");
    return join(folder, isBefore ? "before" : "bundles", name.replace(/-2$/, ""), "main.js");
  };
}

function clockOf(skewMs: number): Environment {
  if (skewMs === 0) return {};
  return { STORM_CLOCK_SKEW_MS: String(skewMs), NODE_OPTIONS: `--import=${join(import.meta.dirname, "skewed-clock.ts")}` };
}

/** The interval of usage reports: shorter than in production, so that a killed process loses little. */
export const usageReportMs = 500;

// Differences from production: shorter times where a storm would otherwise wait (open requests and idempotency keys, retries of webhooks,
// acts of a killed gateway), and permission for endpoints on this machine.
const short = {
  PARLEY_REQUEST_TIMEOUT_MS: "5000",
  PARLEY_IDEMPOTENCY_LEASE_MS: "8000",
  PARLEY_SHUTDOWN_GRACE_MS: "5000",
  PARLEY_WEBHOOK_ALLOW_HTTP: "true",
  PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
  PARLEY_EGRESS_SMTP_PORTS: "1-65535",
  PARLEY_WEBHOOK_LEASE_MS: String(leaseMs),
  PARLEY_USAGE_REPORT_MS: String(usageReportMs),
  PARLEY_AUDIT_UNKNOWN_AFTER_MS: "10000",
  PARLEY_EMAIL_LEASE_MS: String(leaseMs),
  PARLEY_EMAIL_QUIET_MS: "300",
  PARLEY_EMAIL_QUIET_MAX_MS: "1000",
  PARLEY_EMAIL_TIMEOUT_MS: "3000",
  PARLEY_EMAIL_RECIPIENT_HOURLY: "100000",
  PARLEY_EMAIL_RETRY_DELAYS_MS: "200,500,1000,1000,2000,2000,3000,3000,5000,5000,5000,5000,5000,5000,5000",
  PARLEY_WEBHOOK_TIMEOUT_MS: "1000",
  PARLEY_WEBHOOK_RETRY_SECONDS: "0.2,0.5,1,1,2,2,3,3,5,5,5,5,5,5,5",
};
