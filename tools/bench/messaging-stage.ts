import { setTimeout as delay } from "node:timers/promises";
import { StringValueSchema } from "@bufbuild/protobuf/wkt";
import { Database, databaseSettings, migrate, openDatabase } from "@parley/database";
import {
  type Consumer,
  consumer,
  createTopics,
  type MessageStore,
  messageStore,
  messagingSettings,
  messagingTables,
  topicSettings,
  useMessaging,
} from "@parley/messaging";
import { defineModule, type Module, readConfig } from "@parley/runtime";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { environmentOver } from "../installation/environment.ts";
import type { Environment } from "../installation/program.ts";
import type { ScratchPostgres } from "../installation/scratch-postgres.ts";

/** The events of the bench. */
export const texts = { name: "texts.v1", message: StringValueSchema };
const schema = "bench";
export const messages = messageStore(schema);
const migrations = [{ name: "0001_initial", sql: messagingTables }];

interface BusOptions {
  /** Tables besides those of messaging. */
  readonly tables?: string;
  readonly consumers?: readonly Consumer[];
}

/** A module that only sends and receives events. */
export function busModule(url: string, messages: MessageStore, { tables = "", consumers = [] }: BusOptions = {}): Module {
  const { schema } = messages;
  return defineModule({
    name: schema.replace("_", "-"),
    config: { ...databaseSettings("BENCH"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      const steps = [{ name: "0001_initial", sql: messagingTables + tables }];
      const database = await openDatabase(host, schema, { ...config, databaseUrl: url }, steps);
      await useMessaging(host, config, { database, messages, consumers });
    },
  });
}

export function benchModule(url: string, onText?: (text: string) => void): Module {
  // The effect is the inbox row, observed less than a millisecond before its commit.
  const onEvent = consumer(texts, async (_tx, { message }) => onText?.(message.value));
  return busModule(url, messages, { consumers: onText === undefined ? [] : [onEvent] });
}

export async function newDatabase(
  postgres: ScratchPostgres,
  { maxConnections = 8 }: { readonly maxConnections?: number } = {},
): Promise<{ url: string; database: Database }> {
  const url = await postgres.createDatabase(`bench_${Math.random().toString(36).slice(2)}`);
  await migrate({ url, schema, migrations });
  const options = {
    role: undefined,
    maxConnections,
    connectTimeoutMs: 30_000,
    statementTimeoutMs: 60_000,
    onConnectionError: () => undefined,
  };
  return { url, database: new Database({ url, schema, ...options }) };
}

export function environmentOf(url: string, more: Environment): Environment {
  return { ...environmentOver(url), PARLEY_LOG_LEVEL: "error", ...more };
}

interface KafkaOfBench extends AsyncDisposable {
  readonly brokers: string;
  /** The environment that tells a process which Kafka to use. */
  readonly environment: Record<string, string>;
}

/** A new Kafka with these topics, whose names have this prefix. */
export async function startKafka(topics: Parameters<typeof createTopics>[0], prefix: string): Promise<KafkaOfBench> {
  await using stack = new AsyncDisposableStack();
  const { brokers, remove } = await startKafkaBroker();
  stack.defer(remove);
  const environment = { PARLEY_KAFKA_BROKERS: brokers, PARLEY_KAFKA_PREFIX: prefix, PARLEY_EMBEDDED_BUS: "false" };
  await createTopics(topics, readConfig({ ...messagingSettings, ...topicSettings }, environment, []));
  const own = stack.move();
  return { brokers, environment, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

export async function drained(database: Database): Promise<void> {
  while (await messages.outbox.isWaiting(database)) await delay(5);
}
