import { setTimeout as delay } from "node:timers/promises";
import { StringValueSchema } from "@bufbuild/protobuf/wkt";
import { Database, databaseSettings, migrate, openDatabase, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import {
  consumer,
  createTopics,
  enqueue,
  event,
  eventParameters,
  messageStore,
  messagingSettings,
  messagingTables,
  topicSettings,
  useMessaging,
} from "@parley/messaging";
import { messagingSchema } from "@parley/messaging/schema";
import { defineModule, type Module, readConfig } from "@parley/runtime";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { environmentOver } from "../installation/environment.ts";
import type { Environment } from "../installation/program.ts";
import type { ScratchPostgres } from "../installation/scratch-postgres.ts";

/** The events of the bench. */
export const texts = { name: "texts.v1", message: StringValueSchema };
const schema = "bench";
const { outbox } = messagingSchema(schema);
export const messages = messageStore(schema);
const tables = `${messagingTables}
  create table notes (api_key_id text collate "C", note_id text collate "C", body text not null, primary key (api_key_id, note_id));
  create table records (
    api_key_id text collate "C", record_id text collate "C", document_id text collate "C", actor_id text collate "C", action text, data json, at_ms bigint,
    primary key (api_key_id, record_id)
  );
  create table seconds (lane smallint not null, sequence bigint not null generated always as identity, payload bytea not null, primary key (lane, sequence));
  create index records_by_document on records (api_key_id, document_id, at_ms, record_id);`;
const migrations = [{ name: "0001_initial", sql: tables }];

const write = sql`insert into bench.notes (api_key_id, note_id, body) values ($apiKeyId, $noteId, $body)`;
const note = { apiKeyId: types.text, noteId: types.text, body: types.text };
const written = { noteId: types.text };
export const writeNote = statement(`${schema}.write`, note, {}, write);
export const writeAndTell = statement(
  `${schema}.write_and_tell`,
  { ...note, ...eventParameters },
  written,
  sql`with changed as (${write} returning note_id), ${enqueue(outbox, sql`exists (select from changed)`)} select note_id from changed`,
);
// The smallest possible outbox: a second row with a number and the same message.
export const writeTwice = statement(
  `${schema}.write_twice`,
  { ...note, lane: types.smallint, payload: types.bytes },
  written,
  sql`with changed as (${write} returning note_id), second as (insert into bench.seconds (lane, payload) select $lane::smallint, $payload from changed)
   select note_id from changed`,
);
// The more frequent write of services: a row and the record of the change.
const record = sql`with changed as (${write} returning note_id), recorded as (
    insert into bench.records (api_key_id, record_id, document_id, actor_id, action, data, at_ms)
    select $apiKeyId, $recordId, $documentId, $actorId, 'added', $data::json, (extract(epoch from clock_timestamp()) * 1000)::bigint from changed
  )`;
const recorded = { ...note, recordId: types.text, documentId: types.text, actorId: types.text, data: types.json };
export const writeRecorded = statement(`${schema}.write_recorded`, recorded, written, sql`${record} select note_id from changed`);
export const writeRecordedAndTell = statement(
  `${schema}.write_recorded_and_tell`,
  { ...recorded, ...eventParameters },
  written,
  sql`${record}, ${enqueue(outbox, sql`exists (select from changed)`)} select note_id from changed`,
);
export const body = "x".repeat(300);
let notes = 0;

export async function benchModule(url: string, onText?: (text: string) => void, consumes = onText !== undefined): Promise<Module> {
  return defineModule({
    name: schema,
    config: { ...databaseSettings("BENCH"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      const database = await openDatabase(host, schema, { ...config, databaseUrl: url }, migrations);
      // The effect is the inbox row, observed less than a millisecond before its commit.
      const onEvent = consumer(texts, async (_tx, { message }) => onText?.(message.value));
      await useMessaging(host, config, { database, messages, consumers: consumes ? [onEvent] : [] });
    },
  });
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

export function newNote() {
  return { apiKeyId: "pk_bench", noteId: `note${notes++}`, body };
}

export function newRecord() {
  const note = newNote();
  return {
    ...note,
    recordId: `r${note.noteId}`,
    documentId: `d${notes % 100}`,
    actorId: `u${notes % 100}`,
    data: '{"status":{"from":"OPEN","to":"DONE"}}',
  };
}

export function newEvent(value = body) {
  return event(texts, { apiKeyId: "pk_bench", key: `document${notes % 1_000}`, message: { value } });
}
