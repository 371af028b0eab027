import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { explain } from "../services/find-kafka.ts";
import { KeptProcess } from "../services/kept-process.ts";
import { placeServices } from "../services/place-services.ts";
import { type App, services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";
import type { Target } from "./plan.ts";
import { startPostgresUnderFire } from "./postgres-under-fire.ts";

/** What a fault does to a target. */
interface Strikeable {
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  down(how: "kill" | "restart"): Promise<void>;
  up(): Promise<void>;
}

/** Gateway and services as processes, Kafka and Postgres, all our own and in a folder of their own. */
export interface Stage {
  readonly folder: string;
  readonly gatewayUrl: string;
  readonly adminToken: string;
  readonly databaseUrl: string;
  readonly targets: ReadonlyMap<Target, Strikeable>;
  /** Programs that ended without having been struck. */
  readonly crashes: readonly string[];
  /** Resolves when every program says that it is ready. */
  ready(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

const startWithinMs = 60_000;

/** Fails with `KafkaMissing` when there is no Java or Maven. */
export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "parley-storm-"));
  // Root runs Postgres as another user, who has to be let in.
  await chmod(folder, 0o755);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const kafka = await startKafkaBroker().catch(explain);
    stops.push(() => kafka.remove());
    const postgres = await startPostgresUnderFire(folder);
    stops.push(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase("parley");
    const places = await placeServices(freePorts);
    const environment = {
      ...places.environment,
      ...secrets(),
      ...short,
      PARLEY_DATABASE_URL: databaseUrl,
      PARLEY_KAFKA_BROKERS: kafka.brokers,
    };

    await copyBundles(folder);
    await promisify(execFile)(process.execPath, [mainOf(folder, "workspace"), "create-topics"], { env: environment });
    await mkdir(join(folder, "logs"));
    const crashes: string[] = [];
    const kept = services.map(({ app }) => keep(app, folder, environment, places.opsPorts.get(app) ?? 0, crashes));
    stops.push(async () => void (await Promise.all(kept.map((process) => process.end("SIGTERM")))));
    const ready = async (withinMs: number) => void (await Promise.all(kept.map((process) => process.ready(withinMs))));
    await ready(startWithinMs);

    return {
      folder,
      gatewayUrl: places.gatewayUrl.replace("localhost", "127.0.0.1"),
      adminToken: environment.PARLEY_ADMIN_TOKEN,
      databaseUrl,
      targets: new Map<Target, Strikeable>([
        ...kept.map((process) => [process.name as App, strikeableProcess(process)] as const),
        ["postgres", postgres],
        [
          "kafka",
          {
            freeze: async () => void process.kill(kafka.pid, "SIGSTOP"),
            thaw: async () => void process.kill(kafka.pid, "SIGCONT"),
            down: (how) => (how === "kill" ? kafka.kill() : kafka.stop()),
            up: () => kafka.restart(),
          },
        ],
      ]),
      crashes,
      ready,
      stop,
    };
  } catch (error) {
    await stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const freePorts = Object.fromEntries(
  [...services.map(({ app }) => app.toUpperCase().replaceAll("-", "_")), "OPS"].map((name) => [`PARLEY_${name}_PORT`, "0"]),
);

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
  PARLEY_WEBHOOK_TIMEOUT_MS: "1000",
  PARLEY_WEBHOOK_RETRY_SECONDS: "0.2,0.5,1,1,2,2,3,3,5,5,5,5,5,5,5",
};

// Copies: a build during the storm changes nothing.
async function copyBundles(folder: string): Promise<void> {
  await Promise.all(
    services.map(({ app }) => cp(join(workspaceRoot, "apps", app, "dist"), join(folder, "bundles", app), { recursive: true })),
  );
}

function mainOf(folder: string, app: App): string {
  return join(folder, "bundles", app, "main.js");
}

function keep(app: App, folder: string, environment: Record<string, string>, opsPort: number, crashes: string[]): KeptProcess {
  const log = createWriteStream(join(folder, "logs", `${app}.log`));
  let served = false;
  const kept = new KeptProcess({
    name: app,
    script: mainOf(folder, app),
    environment: { ...environment, PATH: process.env.PATH ?? "", PARLEY_OPS_PORT: String(opsPort) },
    opsPort,
    onStart: () => {
      served = false;
    },
    onLine: (line) => {
      served ||= line.includes('"msg":"ready"');
      log.write(`${line}\n`);
    },
    // One that cannot start while what it needs is away may end, and is started again.
    onCrash: (how) => {
      if (served) crashes.push(`${app} had been ready and ended ${how}`);
    },
  });
  kept.start();
  return kept;
}

function strikeableProcess(kept: KeptProcess): Strikeable {
  return {
    freeze: async () => kept.signal("SIGSTOP"),
    thaw: async () => kept.signal("SIGCONT"),
    down: (how) => kept.end(how === "kill" ? "SIGKILL" : "SIGTERM"),
    up: async () => kept.start(),
  };
}
