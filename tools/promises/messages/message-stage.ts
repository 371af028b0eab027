import kafkajs, { type Kafka } from "kafkajs";
import "@parley/messaging/kafka-timers";
import { startKafka, texts } from "../../bench/messaging-stage.ts";
import type { Environment } from "../../installation/program.ts";
import { type ScratchPostgres, scratchPostgres } from "../../installation/scratch-postgres.ts";
import { explain, KafkaMissing } from "../../services/find-kafka.ts";

/** Postgres and Kafka of their own, and the topic of texts. */
interface MessageStage {
  readonly postgres: ScratchPostgres;
  readonly kafka: Kafka;
  /** As Kafka knows it. */
  readonly topic: string;
  /** What tells a process which Kafka it uses. */
  readonly environment: Environment;
}

const { Kafka: KafkaClient, logLevel } = kafkajs;
const prefix = "promise.";
const maxConnections = "300";

/** Ends the process with 0 when `prove` returns that the promise is kept, with 1 when it does not, with 2 when there is no Kafka. */
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

/** Says what was found, as the last words of a command; returns whether it was nothing. */
export function report(figure: string, problems: readonly string[]): boolean {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${figure}`);
  for (const problem of problems) console.log(`     ${problem}`);
  return problems.length === 0;
}
