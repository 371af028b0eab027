import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StringValueSchema } from "@bufbuild/protobuf/wkt";
import { Database, databaseSettings, migrate, openDatabase, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
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
import { defineModule, type Module, readConfig, runProcess } from "@parley/runtime";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { median } from "./figures.ts";

// What messages cost: a write with and without its outbox row, the drain of a full outbox through real Kafka, and the time from a commit to
// its effect on both buses. `node tools/bench/messaging.ts [writes] [drain] [latency]`; without words, all three.
const inFlight = 32;
const roundMs = 1_000;
const rounds = 15;
const drainRows = 100_000;
const latencySamples = 1_000;

const texts = { name: "texts.v1", message: StringValueSchema };
const schema = "bench";
const messages = messageStore(schema);
const tables = `${messagingTables}
  create table notes (api_key_id text collate "C", note_id text collate "C", body text not null, primary key (api_key_id, note_id));
  create table records (
    api_key_id text collate "C", record_id text collate "C", document_id text collate "C", actor_id text collate "C", action text, data json, at_ms bigint,
    primary key (api_key_id, record_id)
  );
  create index records_by_document on records (api_key_id, document_id, at_ms, record_id);`;
const migrations = [{ name: "0001_initial", sql: tables }];

const write = `insert into notes (api_key_id, note_id, body) values ($apiKeyId, $noteId, $body)`;
const note = { apiKeyId: types.text, noteId: types.text, body: types.text };
const written = { noteId: types.text };
const writeNote = statement(`${schema}.write`, note, {}, write);
const writeAndTell = statement(
  `${schema}.write_and_tell`,
  { ...note, ...eventParameters },
  written,
  `with changed as (${write} returning note_id), ${enqueue("exists (select from changed)")} select note_id from changed`,
);
// What services write more often than one bare row: a row and the record of the change.
const record = `with changed as (${write} returning note_id), recorded as (
    insert into records (api_key_id, record_id, document_id, actor_id, action, data, at_ms)
    select $apiKeyId, $recordId, $documentId, $actorId, 'added', $data::json, (extract(epoch from clock_timestamp()) * 1000)::bigint from changed
  )`;
const recorded = { ...note, recordId: types.text, documentId: types.text, actorId: types.text, data: types.json };
const writeRecorded = statement(`${schema}.write_recorded`, recorded, written, `${record} select note_id from changed`);
const writeRecordedAndTell = statement(
  `${schema}.write_recorded_and_tell`,
  { ...recorded, ...eventParameters },
  written,
  `${record}, ${enqueue("exists (select from changed)")} select note_id from changed`,
);
const body = "x".repeat(300);
let notes = 0;

const asked = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "parley-bench-messaging-"));
// Root runs the server as another user, who has to be let in.
await chmod(folder, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
try {
  if (wants("writes")) await benchWrites();
  if (wants("latency")) await benchLatency("embedded", {});
  if (wants("drain") || wants("latency")) await withKafka();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function wants(part: string): boolean {
  return asked.length === 0 || asked.includes(part);
}

async function withKafka(): Promise<void> {
  const broker = await startKafkaBroker();
  try {
    const environment = { PARLEY_KAFKA_BROKERS: broker.brokers, PARLEY_KAFKA_PREFIX: "bench." };
    await createTopics([texts], readConfig({ ...messagingSettings, ...topicSettings }, environment, []));
    if (wants("latency")) await benchLatency("Kafka", environment);
    if (wants("drain")) await benchDrain(environment);
  } finally {
    await broker.remove();
  }
}

async function benchWrites(): Promise<void> {
  const { url, database } = await newDatabase();
  const relayed = await runProcess([await benchModule(url)], environmentOf(url, { PARLEY_EMBEDDED_BUS: "true" }));
  await relayed.stop();
  const shapes: Record<string, () => Promise<unknown>> = {
    "row alone": () => database.run(writeNote, newNote()),
    "row and outbox row": () => database.run(writeAndTell, { ...newNote(), ...messages.event(newEvent()) }),
    "row and record": () => database.run(writeRecorded, newRecord()),
    "row, record and outbox row": () => database.run(writeRecordedAndTell, { ...newRecord(), ...messages.event(newEvent()) }),
    "in a transaction of two statements": () =>
      database.transaction(async (tx) => {
        await tx.run(writeNote, newNote());
        await messages.publish(tx, [newEvent()]);
      }),
  };
  const results = new Map(Object.keys(shapes).map((name) => [name, [] as number[]]));
  results.set("row and outbox row, relay running", []);
  // Alternated, so that what the machine does besides hits all.
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(shapes)) results.get(name)?.push(await throughput(work));
    const running = await runProcess([await benchModule(url)], environmentOf(url, { PARLEY_EMBEDDED_BUS: "true" }));
    results.get("row and outbox row, relay running")?.push(await throughput(shapes["row and outbox row"] as () => Promise<unknown>));
    await drained(database);
    await running.stop();
  }
  const alone = results.get("row alone") ?? [];
  for (const [name, rates] of results) {
    // Each against its neighbour in the same round: what the machine does besides changes from round to round.
    const ratios = rates.map((rate, round) => rate / (alone[round] ?? Number.NaN));
    console.log(`write: ${name}: ${Math.round(median(rates))}/s, ratio ${median(ratios).toFixed(2)}`);
  }
  const recorded = results.get("row and record") ?? [];
  const told = (results.get("row, record and outbox row") ?? []).map((rate, round) => rate / (recorded[round] ?? Number.NaN));
  console.log(`write: row and record with its outbox row against without: ratio ${median(told).toFixed(2)}`);
  await database.close();
}

async function benchLatency(bus: string, environment: Record<string, string>): Promise<void> {
  const { url, database } = await newDatabase();
  const committed = new Map<string, number>();
  const times: number[] = [];
  const module = await benchModule(url, (text) => {
    const startedMs = committed.get(text);
    if (startedMs !== undefined) times.push(performance.now() - startedMs);
  });
  const running = await runProcess([module], environmentOf(url, { PARLEY_EMBEDDED_BUS: "true", ...environment }));
  const send = async (text: string) => {
    await database.run(writeAndTell, { ...newNote(), ...messages.event(newEvent(text)) });
    committed.set(text, performance.now());
  };
  await send("warm");
  for (let wait = 0; times.length < 1 && wait < 300; wait++) await delay(100);
  for (let warm = 0; warm < 100; warm++) await send(`warm${warm}`).then(() => delay(5));
  await delay(500);
  times.length = 0;
  for (let sample = 0; sample < latencySamples; sample++) {
    await send(`sample${sample}`);
    await delay(5 + Math.random() * 10);
  }
  for (let wait = 0; times.length < latencySamples && wait < 100; wait++) await delay(50);
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  console.log(`commit to effect, ${bus}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${times.length} samples, about 100 a second)`);
  await running.stop();
  await database.close();
}

async function benchDrain(environment: Record<string, string>): Promise<void> {
  const { url, database } = await newDatabase();
  const prepared = await runProcess([await benchModule(url)], environmentOf(url, { PARLEY_EMBEDDED_BUS: "true" }));
  await prepared.stop();
  const rates: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (let row = 0; row < drainRows; row += 1_000) {
      await messages.publish(
        database,
        Array.from({ length: 1_000 }, () => newEvent()),
      );
    }
    const startedMs = performance.now();
    const running = await runProcess([await benchModule(url, undefined, false)], environmentOf(url, environment));
    const begunMs = performance.now();
    await drained(database);
    rates.push(drainRows / ((performance.now() - begunMs) / 1000));
    console.log(
      `drain through Kafka: ${Math.round(rates.at(-1) ?? 0)} rows/s (start of the process ${Math.round(begunMs - startedMs)} ms not counted)`,
    );
    await running.stop();
  }
  console.log(`drain through Kafka: median ${Math.round(median(rates))} rows/s of ${drainRows} rows of ${body.length} bytes`);
  await database.close();
}

async function benchModule(url: string, onText?: (text: string) => void, consumes = onText !== undefined): Promise<Module> {
  return defineModule({
    name: schema,
    config: { ...databaseSettings("BENCH"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      const database = await openDatabase(host, schema, { ...config, databaseUrl: url }, migrations);
      // The effect is the inbox row; it is observed before its commit by less than a millisecond.
      const onEvent = consumer(texts, async (_tx, { message }) => onText?.(message.value));
      await useMessaging(host, config, { database, messages, consumers: consumes ? [onEvent] : [] });
    },
  });
}

async function newDatabase(): Promise<{ url: string; database: Database }> {
  const url = await postgres.createDatabase(`bench_${Math.random().toString(36).slice(2)}`);
  await migrate({ url, schema, migrations });
  const options = {
    role: undefined,
    maxConnections: 8,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 60_000,
    onConnectionError: () => undefined,
  };
  return { url, database: new Database({ url, schema, ...options }) };
}

function environmentOf(url: string, more: Record<string, string>): Record<string, string> {
  const own = {
    PARLEY_DATABASE_URL: url,
    PARLEY_OPS_PORT: "0",
    PARLEY_HOST: "127.0.0.1",
    PARLEY_LOG_LEVEL: "error",
    PARLEY_LOG_PRETTY: "false",
  };
  return { ...own, PARLEY_SERVICE_TOKENS: "bench-bench-bench-bench", ...more };
}

async function drained(database: Database): Promise<void> {
  while (await messages.outbox.isWaiting(database)) await delay(5);
}

async function throughput(work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const until = performance.now() + roundMs;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        await work();
        done++;
      }
    }),
  );
  return done / (roundMs / 1000);
}

function newNote() {
  return { apiKeyId: "pk_bench", noteId: `note${notes++}`, body };
}

function newRecord() {
  const note = newNote();
  return {
    ...note,
    recordId: `r${note.noteId}`,
    documentId: `d${notes % 100}`,
    actorId: `u${notes % 100}`,
    data: '{"status":{"from":"OPEN","to":"DONE"}}',
  };
}

function newEvent(value = body) {
  return event(texts, { apiKeyId: "pk_bench", key: `document${notes % 1_000}`, message: { value } });
}
