import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";
import { killWithUs } from "../programs.ts";
import { kafkaJars } from "./kafka-jars.ts";

const run = promisify(execFile);
// Starting takes seconds on an idle machine; with a load many times its cores three minutes were not enough.
const startTimeoutMs = 600_000;

export const defaultKafkaVersion = "4.1.2";

/** A real Apache Kafka of one node on this machine, reachable from this machine only. */
export interface KafkaBroker {
  readonly brokers: string;
  readonly pid: number;
  /** Calls the listener when the broker has ended unexpectedly. */
  onGone(listener: () => void): void;
  /** Stops it in order; its data stay. */
  stop(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and data, after `stop` or `kill`. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

interface KafkaBrokerOptions {
  /**
   * The folder keeps the data from one start to the next, and `remove` leaves it. Without it the data belong to the broker and are removed
   * with it.
   */
  readonly folder?: string;
  /** Whether a terminal's Ctrl-C reaches only us, so that other processes can finish before we end the broker. */
  readonly detached?: boolean;
  /** Returns the port for clients, when a proxy is in front of its own. */
  readonly through?: (port: number) => Promise<number>;
  /** The address of this machine for clients; loopback unless given. */
  readonly host?: string;
}

/** Starts a broker from jars, on free ports. Needs Java 17 and Maven; the first start of a version downloads 45 MB. */
export async function startKafkaBroker(
  version = process.env.PARLEY_TEST_KAFKA_VERSION || defaultKafkaVersion,
  { folder: kept, detached = false, through = async (port) => port, host = "127.0.0.1" }: KafkaBrokerOptions = {},
): Promise<KafkaBroker> {
  const jars = await kafkaJars(version);
  if (kept !== undefined) await mkdir(kept, { recursive: true });
  const folder = kept ?? (await mkdtemp(join(tmpdir(), "parley-kafka-")));
  const port = await freePort();
  const controllerPort = await freePort();
  const properties = join(folder, "server.properties");
  const publicPort = await through(port);
  await writeFile(properties, settings(folder, { host, port, publicPort, controllerPort }));
  await format(jars, folder, properties);

  let child = await launch(jars, properties, { host, port, detached });
  let ending = false;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    ending = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  return {
    brokers: `${host}:${publicPort}`,
    get pid() {
      return child.pid ?? 0;
    },
    onGone: (listener) => child.once("exit", () => ending || listener()),
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    restart: async () => {
      ending = false;
      child = await launch(jars, properties, { host, port, detached });
    },
    remove: async () => {
      await end("SIGKILL");
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function format(jars: string, folder: string, properties: string): Promise<void> {
  const formatted = await access(join(folder, "data/meta.properties")).then(
    () => true,
    () => false,
  );
  if (formatted) return;
  // The id is passed in one word with its option, because it may begin with a hyphen.
  const clusterId = randomBytes(16).toString("base64url");
  await run("java", [...jvm(jars, "128m"), "kafka.tools.StorageTool", "format", `--cluster-id=${clusterId}`, "--config", properties]);
}

interface Launched {
  readonly host: string;
  readonly port: number;
  readonly detached: boolean;
}

async function launch(jars: string, properties: string, { host, port, detached }: Launched): Promise<ChildProcess> {
  const child = spawn("java", [...jvm(jars, "512m"), "kafka.Kafka", properties], { detached, stdio: ["ignore", "ignore", "pipe"] });
  // Fails when Java is missing.
  await once(child, "spawn");
  const lines: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => lines.splice(0, Math.max(0, lines.push(chunk.toString()) - 50)));
  killWithUs(child);

  const deadline = performance.now() + startTimeoutMs;
  // The broker opens its port when it is ready to serve.
  while (!(await answers(host, port))) {
    if (child.exitCode !== null) throw new Error(`Kafka did not start:\n${lines.join("")}`);
    if (performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`Kafka was not ready within ${startTimeoutMs} ms:\n${lines.join("")}`);
    }
    await delay(100);
  }
  return child;
}

function jvm(jars: string, heap: string): string[] {
  return [`-Xmx${heap}`, "-XX:+UseSerialGC", "-Xshare:auto", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", join(jars, "*")];
}

interface Ports {
  readonly host: string;
  readonly port: number;
  readonly publicPort: number;
  readonly controllerPort: number;
}

function settings(folder: string, { host, port, publicPort, controllerPort }: Ports): string {
  return Object.entries({
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.quorum.voters": `1@127.0.0.1:${controllerPort}`,
    "controller.listener.names": "CONTROLLER",
    listeners: `PLAINTEXT://${host}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    "advertised.listeners": `PLAINTEXT://${host}:${publicPort}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "log.dirs": join(folder, "data"),
    "auto.create.topics.enable": false,
    "offsets.topic.replication.factor": 1,
    "offsets.topic.num.partitions": 2,
    "transaction.state.log.replication.factor": 1,
    "transaction.state.log.min.isr": 1,
    "group.initial.rebalance.delay.ms": 0,
    // A killed broker may rejoin after this time, instead of nine seconds.
    "broker.session.timeout.ms": 2000,
    "broker.heartbeat.interval.ms": 500,
    // So that the member of a killed test expires soon.
    "group.min.session.timeout.ms": 1000,
    // How often Kafka removes groups without members and positions; ten minutes by default.
    "offsets.retention.check.interval.ms": 2000,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
