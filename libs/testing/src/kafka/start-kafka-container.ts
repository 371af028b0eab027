import { containerOf } from "../containers/docker-engine.ts";
import { freePort } from "../free-port.ts";

/** A broker in a container. */
interface KafkaContainer {
  readonly brokers: string;
  remove(): Promise<void>;
}

/**
 * Starts Kafka from an image (`PARLEY_TEST_KAFKA_IMAGE`, the official one of this version by default). Undefined when there is no Docker
 * engine or the image is not available.
 */
export function startKafkaContainer(version: string): Promise<KafkaContainer | undefined> {
  const image = process.env.PARLEY_TEST_KAFKA_IMAGE || `apache/kafka:${version}`;
  return containerOf(image, async ({ GenericContainer, Wait }) => {
    // Chosen before the start, because the broker itself announces its address.
    const port = await freePort();
    const container = await new GenericContainer(image)
      .withEnvironment({
        KAFKA_NODE_ID: "1",
        KAFKA_PROCESS_ROLES: "broker,controller",
        KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
        KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
        KAFKA_LISTENERS: "PLAINTEXT://:9092,CONTROLLER://:9093",
        KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: "1",
        KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: "2",
        KAFKA_OFFSETS_RETENTION_CHECK_INTERVAL_MS: "2000",
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: "1",
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: "1",
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
        KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: "1000",
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: "false",
      })
      .withExposedPorts({ container: 9092, host: port })
      .withWaitStrategy(Wait.forListeningPorts())
      .start();
    return { brokers: `127.0.0.1:${port}`, remove: async () => void (await container.stop()) };
  });
}
