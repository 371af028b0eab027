import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";
import { kafkaJars } from "./kafka-jars.ts";

const run = promisify(execFile);
const startTimeoutMs = 60_000;

export const defaultKafkaVersion = "4.1.2";

/** A real Apache Kafka of one node on this machine, reachable from this machine only. */
export interface KafkaBroker {
  readonly brokers: string;
  readonly pid: number;
  /** Stops it in order; its data stay. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and data, after `stop` or `kill`. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** Starts a broker from jars, on free ports. Needs Java 17 and Maven; the first start of a version downloads 45 MB. */
export async function startKafkaBroker(version = process.env.PARLEY_TEST_KAFKA_VERSION || defaultKafkaVersion): Promise<KafkaBroker> {
  const jars = await kafkaJars(version);
  const folder = await mkdtemp(join(tmpdir(), "parley-kafka-"));
  const [port, controllerPort] = [await freePort(), await freePort()];
  const properties = join(folder, "server.properties");
  await writeFile(properties, settings(folder, port, controllerPort));
  const clusterId = randomBytes(16).toString("base64url");
  await run("java", [...jvm(jars, "128m"), "kafka.tools.StorageTool", "format", "--cluster-id", clusterId, "--config", properties]);

  let child = await launch(jars, properties, port);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  return {
    brokers: `127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    restart: async () => {
      child = await launch(jars, properties, port);
    },
    remove: async () => {
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(jars: string, properties: string, port: number): Promise<ChildProcess> {
  const child = spawn("java", [...jvm(jars, "512m"), "kafka.Kafka", properties], { stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => lines.splice(0, Math.max(0, lines.push(chunk.toString()) - 50)));
  // It must not keep our process alive, and must not outlive it.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));

  const deadline = performance.now() + startTimeoutMs;
  // The broker opens its port when it is ready to serve.
  while (!(await answers(port))) {
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

function settings(folder: string, port: number, controllerPort: number): string {
  return Object.entries({
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.quorum.voters": `1@127.0.0.1:${controllerPort}`,
    "controller.listener.names": "CONTROLLER",
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${port}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "log.dirs": join(folder, "data"),
    "auto.create.topics.enable": false,
    "offsets.topic.replication.factor": 1,
    "offsets.topic.num.partitions": 2,
    "transaction.state.log.replication.factor": 1,
    "transaction.state.log.min.isr": 1,
    "group.initial.rebalance.delay.ms": 0,
    // A broker that was killed is let in again this soon, not after nine seconds.
    "broker.session.timeout.ms": 2000,
    "broker.heartbeat.interval.ms": 500,
    // So that a killed test's member is missed soon.
    "group.min.session.timeout.ms": 1000,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
