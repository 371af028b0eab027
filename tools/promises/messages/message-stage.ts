import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parley/embedded-postgres";
import { createTopics, messagingSettings, topicSettings } from "@parley/messaging";
import { readConfig } from "@parley/runtime";
import kafkajs, { type Kafka } from "kafkajs";
import "@parley/messaging/kafka-timers";
import { startKafkaBroker } from "../../../libs/testing/src/kafka/start-kafka-broker.ts";
import { texts } from "../../bench/messaging-stage.ts";
import { explain, KafkaMissing } from "../../services/find-kafka.ts";

/** Postgres and Kafka of their own, and the topic of texts. */
interface MessageStage {
  readonly postgres: EmbeddedPostgres;
  readonly kafka: Kafka;
  /** As Kafka knows it. */
  readonly topic: string;
  /** What tells a process which Kafka it uses. */
  readonly environment: Readonly<Record<string, string>>;
}

const { Kafka: KafkaClient, logLevel } = kafkajs;
const prefix = "promise.";
const maxConnections = "300";

/** Ends the process with 0 when `prove` returns that the promise is kept, with 1 when it does not, with 2 when there is no Kafka. */
export async function onMessageStage(prove: (stage: MessageStage) => Promise<boolean>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parley-promise-"));
  // Root runs Postgres as another user, who has to be let in.
  await chmod(folder, 0o755);
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const broker = await startKafkaBroker().catch(explain);
    stops.push(() => broker.remove());
    const settings = { max_connections: maxConnections };
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true, settings });
    stops.push(() => postgres.stop());
    const environment = { PARLEY_KAFKA_BROKERS: broker.brokers, PARLEY_KAFKA_PREFIX: prefix };
    await createTopics([texts], readConfig({ ...messagingSettings, ...topicSettings }, environment, []));
    const kafka = new KafkaClient({ brokers: [broker.brokers], logLevel: logLevel.NOTHING });
    process.exitCode = (await prove({ postgres, kafka, topic: prefix + texts.name, environment })) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof KafkaMissing)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Says what was found, as the last words of a command; returns whether it was nothing. */
export function report(figure: string, problems: readonly string[]): boolean {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${figure}`);
  for (const problem of problems) console.log(`     ${problem}`);
  return problems.length === 0;
}
