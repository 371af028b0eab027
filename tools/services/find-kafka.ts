import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";

/** A Kafka, and how to release it. */
interface Kafka {
  readonly brokers: string;
  readonly pid: number | undefined;
  /** Calls the listener when a broker of our own ended unexpectedly. */
  onGone(listener: () => void): void;
  stop(): Promise<void>;
}

/** The instructions when no Kafka is available. */
export class KafkaMissing extends Error {
  override readonly name = "KafkaMissing";
}

/**
 * Uses the given brokers, or starts a broker from its jars with its data in the folder. Fails with `KafkaMissing` when neither is possible.
 */
export async function findKafka(given: string | undefined, folder: string): Promise<Kafka> {
  if (given) return { brokers: given, pid: undefined, onGone: () => undefined, stop: async () => undefined };
  const { brokers, pid, onGone, stop } = await startKafkaBroker(undefined, { folder, detached: true }).catch(explain);
  return { brokers, pid, onGone, stop };
}

/** States the missing program in one sentence. */
export function explain(error: unknown): never {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" || (path !== "java" && path !== "mvn")) throw error;
  const missing = path === "java" ? "Java" : "Maven";
  throw new KafkaMissing(
    `Separate services need Kafka, and ${missing} is missing: install Java 17 and Maven, or set PARLEY_KAFKA_BROKERS.`,
    { cause: error },
  );
}
