import { fork } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { createTopics, messagingSettings, topicSettings } from "@parley/messaging";
import { readConfig, runProcess } from "@parley/runtime";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import type { SenderReport } from "./events-sender.ts";
import { Arrivals, receiverModule, sender, senderModule, texts } from "./events-stage.ts";
import { benchStages } from "./events-stages.ts";
import { type Figure, median } from "./figures.ts";
import { environmentOf } from "./start-services.ts";
import { perSecond, quantile } from "./webhook-stage.ts";

// Events from the commit of the sender to the commit of the receiver's effect: `node tools/bench/events.ts [embedded] [kafka] [stages]`.
const rounds = 5;
const roundSeconds = 5;
const warmSeconds = 4;
const pacedSeconds = 10;

export async function benchEvents(asked: readonly string[] = []): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-events-"));
  // Root runs the server as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const wants = (part: string) => asked.length === 0 || asked.includes(part);
  try {
    if (wants("embedded")) await benchBus("embedded", await postgres.createDatabase("embedded"), {});
    if (wants("kafka")) await withKafka(async (environment) => benchBus("Kafka", await postgres.createDatabase("kafka"), environment));
    return wants("stages") ? await benchStages(await postgres.createDatabase("stages"), rounds) : [];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withKafka(work: (environment: Record<string, string>) => Promise<void>): Promise<void> {
  const broker = await startKafkaBroker();
  try {
    const environment = { PARLEY_KAFKA_BROKERS: broker.brokers, PARLEY_KAFKA_PREFIX: "bench." };
    await createTopics([texts], readConfig({ ...messagingSettings, ...topicSettings }, environment, []));
    await work(environment);
  } finally {
    await broker.remove();
  }
}

/** What the bus takes without a pause, and how long an event is under way at half of it. */
async function benchBus(bus: string, url: string, environment: Record<string, string>): Promise<void> {
  const arrivals = new Arrivals();
  const running = await runProcess([receiverModule(url, arrivals), senderModule(url)], { ...environmentOf(url), ...environment });
  let { sent } = await send(url, 0, warmSeconds, 0);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await settled(arrivals, sent);
    const before = arrivals.received;
    arrivals.begin();
    sent += (await send(url, 0, roundSeconds, sent)).sent;
    await settled(arrivals, sent);
    rates.push((arrivals.received - before) / ((arrivals.lastMs - arrivals.firstMs) / 1_000));
  }
  rates.sort((a, b) => a - b);
  console.log(
    `${bus}: commit to effect ${perSecond(median(rates))}, rounds ${perSecond(rates[0] ?? 0)} to ${perSecond(rates.at(-1) ?? 0)}; out of order ${arrivals.inversions}`,
  );
  arrivals.begin();
  const { sent: paced, lateMs } = await send(url, median(rates) / 2, pacedSeconds, sent);
  await settled(arrivals, sent + paced);
  const [p50, p99] = shares(arrivals.latenciesMs);
  const [late50, late99] = shares(lateMs);
  console.log(
    `${bus}: at ${perSecond(paced / pacedSeconds)} p50 ${p50} ms, p99 ${p99} ms (the sender itself late by ${late50} and ${late99} ms); out of order ${arrivals.inversions}`,
  );
  await running.stop();
}

function shares(ms: readonly number[]): string[] {
  const sorted = ms.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => quantile(sorted, share).toFixed(1));
}

async function settled(arrivals: Arrivals, sent: number): Promise<void> {
  for (let wait = 0; arrivals.received < sent; wait++) {
    if (wait > 12_000) throw new Error(`Only ${arrivals.received} of ${sent} events arrived.`);
    await delay(5);
  }
}

async function send(url: string, rate: number, seconds: number, first: number): Promise<SenderReport> {
  const child = fork(join(import.meta.dirname, "events-sender.ts"), [url, rate, seconds, first].map(String));
  const { promise, resolve, reject } = Promise.withResolvers<SenderReport>();
  child.on("message", (message: SenderReport | "writing") => {
    // What the statement of a write does in the process of its relay.
    if (message === "writing") sender.events([]);
    else resolve(message);
  });
  child.on("exit", (code) => reject(new Error(`The sender ended with ${code} before it had reported.`)));
  return promise;
}

if (import.meta.main) await benchEvents(process.argv.slice(2));
