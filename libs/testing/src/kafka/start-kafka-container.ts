import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";

const run = promisify(execFile);
const probeTimeoutMs = 3_000;

/** A broker in a container. */
interface KafkaContainer {
  readonly brokers: string;
  remove(): Promise<void>;
}

/**
 * Starts the official image when a Docker engine answers and the image is there; nothing is pulled. Undefined otherwise. The broker may need a
 * few more seconds until it serves; clients try again.
 */
export async function startKafkaContainer(version: string): Promise<KafkaContainer | undefined> {
  const image = `apache/kafka:${version}`;
  try {
    await run("docker", ["image", "inspect", image], { timeout: probeTimeoutMs });
  } catch {
    return undefined;
  }
  const port = await freePort();
  const environment = {
    KAFKA_NODE_ID: "1",
    KAFKA_PROCESS_ROLES: "broker,controller",
    KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
    KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
    KAFKA_LISTENERS: "PLAINTEXT://:9092,CONTROLLER://:9093",
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: "1",
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: "1",
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: "1",
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: "false",
  };
  const variables = Object.entries(environment).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const { stdout } = await run("docker", ["run", "-d", "--rm", "-p", `127.0.0.1:${port}:9092`, ...variables, image]);
  return {
    brokers: `127.0.0.1:${port}`,
    remove: async () => {
      await run("docker", ["rm", "-f", stdout.trim()]);
    },
  };
}
