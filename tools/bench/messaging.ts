import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { createTopics, messagingSettings, topicSettings } from "@parley/messaging";
import { readConfig, runProcess } from "@parley/runtime";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { median } from "./figures.ts";
import {
  benchModule,
  body,
  drained,
  environmentOf,
  messages,
  newDatabase,
  newEvent,
  newNote,
  texts,
  writeAndTell,
} from "./messaging-stage.ts";
import { benchWrites } from "./messaging-writes.ts";

// What messages cost: a write with and without its outbox row, the drain of a full outbox through real Kafka, and the time from a commit to
// its effect on both buses. `node tools/bench/messaging.ts [writes] [drain] [latency]`; without words, all three.
const drainRows = 100_000;
const latencySamples = 1_000;

const asked = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "parley-bench-messaging-"));
// Root runs the server as another user, who has to be let in.
await chmod(folder, 0o755);
const dataDir = join(folder, "postgres");
const postgres = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });
try {
  if (wants("writes")) await benchWrites(postgres, dataDir);
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

async function benchLatency(bus: string, environment: Record<string, string>): Promise<void> {
  const { url, database } = await newDatabase(postgres);
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
  const { url, database } = await newDatabase(postgres);
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
