import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runProcess } from "@parley/runtime";
import { environmentOver } from "../installation/environment.ts";
import type { Environment } from "../installation/program.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import type { SenderReport } from "./events-sender.ts";
import { Arrivals, busModules, sender, texts } from "./events-stage.ts";
import { median, perSecond, quantile } from "./figures.ts";
import { startKafka } from "./messaging-stage.ts";

// Events from the sender's commit to the commit of the receiver's effect: `npm run bench -- events:kafka`, or `embedded`.
const rounds = 5;
const roundSeconds = 5;
const warmSeconds = 4;
const pacedSeconds = 10;

export async function benchEvents(asked: readonly string[] = []): Promise<readonly string[]> {
  await using postgres = await scratchPostgres({ durable: true });
  const wants = (part: string) => asked.length === 0 || asked.includes(part);
  if (wants("embedded")) await benchBus("embedded", await postgres.createDatabase("embedded"), {});
  if (wants("kafka")) {
    await using kafka = await startKafka([texts], "bench.");
    await benchBus("Kafka", await postgres.createDatabase("kafka"), kafka.environment);
  }
  return [];
}

/** The highest throughput of the bus, and the latency of an event at half of it. */
async function benchBus(bus: string, url: string, environment: Environment): Promise<void> {
  const arrivals = new Arrivals();
  const running = await runProcess(busModules(url, arrivals), { ...environmentOver(url), ...environment });
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
  return [0.5, 0.99].map((share) => quantile(ms, share).toFixed(1));
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
    // A write wakes the relay in its own process. The sender writes in another process, so it reports each write, and the relay is woken
    // here.
    if (message === "writing") sender.events([]);
    else resolve(message);
  });
  child.on("exit", (code) => reject(new Error(`The sender exited with ${code} before its report.`)));
  return promise;
}
