import kafkajs, { type Kafka } from "kafkajs";
import "@parley/messaging/kafka-timers";
import { startKafka, texts } from "../../bench/messaging-stage.ts";
import type { Environment } from "../../installation/program.ts";
import { type ScratchPostgres, scratchPostgres } from "../../installation/scratch-postgres.ts";
import { explain, KafkaMissing } from "../../services/find-kafka.ts";

/** A separate Postgres and Kafka, and the topic of texts. */
interface MessageStage {
  readonly postgres: ScratchPostgres;
  readonly kafka: Kafka;
  /** Its name in Kafka. */
  readonly topic: string;
  /** The environment that tells a process which Kafka to use. */
  readonly environment: Environment;
}

const { Kafka: KafkaClient, logLevel } = kafkajs;
const prefix = "promise.";
const maxConnections = "300";

/** Exits with 0 when `prove` returns that the promise holds, with 1 when it does not, and with 2 without a Kafka. */
export async function onMessageStage(prove: (stage: MessageStage) => Promise<boolean>): Promise<void> {
  try {
    await using broker = await startKafka([texts], prefix).catch(explain);
    await using postgres = await scratchPostgres({ durable: true, settings: { max_connections: maxConnections } });
    const kafka = new KafkaClient({ brokers: [broker.brokers], logLevel: logLevel.NOTHING });
    const { environment } = broker;
    process.exitCode = (await prove({ postgres, kafka, topic: prefix + texts.name, environment })) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof KafkaMissing)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** Prints the result as a command's last output; returns whether there was no problem. */
export function report(figure: string, problems: readonly string[]): boolean {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${figure}`);
  for (const problem of problems) console.log(`     ${problem}`);
  return problems.length === 0;
}
