import { setTimeout as delay } from "node:timers/promises";
import { runProcess } from "@parley/runtime";
import type { Environment } from "../installation/program.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { median, quantile } from "./figures.ts";
import {
  benchModule,
  body,
  drained,
  environmentOf,
  messages,
  newDatabase,
  newEvent,
  newNote,
  startKafka,
  texts,
  writeAndTell,
} from "./messaging-stage.ts";
import { benchWrites } from "./messaging-writes.ts";

// The cost of messages: a write with and without its outbox row, draining a full outbox through a real Kafka, and the time from a commit to
// its effect on both buses. `node tools/bench/messaging.ts [writes] [drain] [latency]`; all three without arguments.
const drainRows = 100_000;
const latencySamples = 1_000;

const asked = process.argv.slice(2);
await using postgres = await scratchPostgres({ durable: true });
if (wants("writes")) await benchWrites(postgres);
if (wants("latency")) await benchLatency("embedded", {});
if (wants("drain") || wants("latency")) {
  await using kafka = await startKafka([texts], "bench.");
  if (wants("latency")) await benchLatency("Kafka", kafka.environment);
  if (wants("drain")) await benchDrain(kafka.environment);
}

function wants(part: string): boolean {
  return asked.length === 0 || asked.includes(part);
}

async function benchLatency(bus: string, environment: Environment): Promise<void> {
  const { url, database } = await newDatabase(postgres);
  const committed = new Map<string, number>();
  const times: number[] = [];
  const module = await benchModule(url, (text) => {
    const startedMs = committed.get(text);
    if (startedMs !== undefined) times.push(performance.now() - startedMs);
  });
  const running = await runProcess([module], environmentOf(url, environment));
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
  const at = (share: number) => quantile(times, share).toFixed(1);
  console.log(`commit to effect, ${bus}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${times.length} samples, about 100 a second)`);
  await running.stop();
  await database.close();
}

async function benchDrain(environment: Environment): Promise<void> {
  const { url, database } = await newDatabase(postgres);
  const prepared = await runProcess([await benchModule(url)], environmentOf(url, {}));
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
