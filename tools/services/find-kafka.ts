import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";

/** A Kafka to use, and how to let go of it. */
interface Kafka {
  readonly brokers: string;
  readonly pid: number | undefined;
  /** Calls the listener when one of our own has ended without having been told to. */
  onGone(listener: () => void): void;
  stop(): Promise<void>;
}

/** What a person has to do before there is a Kafka. */
export class KafkaMissing extends Error {
  override readonly name = "KafkaMissing";
}

/** The given brokers, or one of our own from its jars, whose data stay in the folder. Fails with `KafkaMissing` when neither is available. */
export async function findKafka(given: string | undefined, folder: string): Promise<Kafka> {
  if (given) return { brokers: given, pid: undefined, onGone: () => undefined, stop: async () => undefined };
  const { brokers, pid, onGone, stop } = await startKafkaBroker(undefined, { folder, detached: true }).catch(explain);
  return { brokers, pid, onGone, stop };
}

/** Says in one sentence which program is missing. */
export function explain(error: unknown): never {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" || (path !== "java" && path !== "mvn")) throw error;
  const missing = path === "java" ? "Java" : "Maven";
  throw new KafkaMissing(
    `Separate services need Kafka, and ${missing} is not here to run one: install Java 17 and Maven, or set PARLEY_KAFKA_BROKERS.`,
    { cause: error },
  );
}
