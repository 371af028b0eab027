import { createSecretKey } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { signatureOf } from "../../apps/notifications/src/webhooks/sending/webhook-sender.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { closedLoop, cpuUsOfPostgres, median, microsOf, perSecond, quantile } from "./figures.ts";
import { apiKeys, fillBacklog, Receiver, secretBytes, sentBody, startParley, tellAt } from "./webhook-stage.ts";

// Webhooks to a local receiver that verifies every signature.
const bareMs = 3_000;
const bareInFlight = 64;
const backlog = 12_000;
const rounds = 5;
const latencySeconds = 6;
const throughBus = 2_000;
const mostP95Ms = 1_000;

/**
 * Compares deliveries per second with bare signed POSTs, and measures the time from event to receipt at half that rate. Returns the
 * promises that did not hold.
 */
export async function benchWebhooks(): Promise<readonly string[]> {
  await using postgres = await scratchPostgres({ durable: true });
  await using receiver = await Receiver.start();
  const url = await postgres.createDatabase("webhooks");
  await (await startParley(url, receiver.port)).stop();
  const ratios: number[] = [];
  const rates: number[] = [];
  // Measured in turns, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    const bare = await benchBare(receiver);
    const drained = await benchDrain(url, receiver, postgres.dataDir);
    rates.push(drained);
    ratios.push(drained / bare);
    console.log(`round ${round + 1}: bare ${perSecond(bare)}, delivered ${perSecond(drained)}: ${(drained / bare).toFixed(2)}`);
  }
  console.log(`delivered per second against bare signed POSTs, median: ${median(ratios).toFixed(2)} (target 0.5)`);
  return benchLatency(url, receiver, median(rates) / 2);
}

/** Signed POSTs from this process, without records. */
async function benchBare(receiver: Receiver): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${receiver.port}`, { connections: bareInFlight });
  const secrets = [{ key: createSecretKey(secretBytes), untilMs: Number.POSITIVE_INFINITY }];
  const body = sentBody();
  const before = process.cpuUsage();
  const { calls: sent, perSecond } = await closedLoop(bareInFlight, bareMs, async (n) => {
    const now = Date.now();
    const id = `bare_${n}`;
    const headers = {
      "content-type": "application/json",
      authorization: "Basic the-token",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now / 1_000)),
      "webhook-signature": signatureOf(secrets, id, now, body),
    };
    const answer = await pool.request({ method: "POST", path: "/hook", headers, body });
    await answer.body.dump();
  });
  const cpu = process.cpuUsage(before);
  await pool.close();
  const report = await receiver.report();
  console.log(
    `  bare: ${body.length} bytes, ${microsOf(cpu, sent)} CPU µs each, receiver ${((report.cpuMs * 1_000) / sent).toFixed(0)}, verified ${report.verified} of ${report.received}`,
  );
  return perSecond;
}

/** Delivers a backlog that is waiting when the process starts, until the last has arrived. */
async function benchDrain(url: string, receiver: Receiver, dataDir: string): Promise<number> {
  await fillBacklog(url, backlog);
  const parley = await startParley(url, receiver.port);
  const before = process.cpuUsage();
  const serverBefore = cpuUsOfPostgres(dataDir);
  const started = performance.now();
  await receiver.until(backlog);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = process.cpuUsage(before);
  const serverUs = cpuUsOfPostgres(dataDir) - serverBefore;
  await parley.recorded(url);
  const settled = (performance.now() - started) / 1_000;
  await parley.stop();
  const report = await receiver.report();
  console.log(
    `  drain: ${microsOf(cpu, backlog)} CPU µs each, Postgres ${(serverUs / backlog).toFixed(0)}, receiver ${((report.cpuMs * 1_000) / backlog).toFixed(0)}, verified ${report.verified} of ${report.received}, ` +
      `${report.ids} ids, all recorded ${((settled - seconds) * 1_000).toFixed(0)} ms behind the last receipt`,
  );
  if (report.verified !== backlog || report.ids !== backlog) throw new Error("Deliveries were lost, repeated or not verified.");
  return backlog / seconds;
}

/**
 * Measures the time from an event's commit in the sender's outbox to its receipt, at fixed rates. The throughput of the whole path may
 * limit the rates and is measured first.
 */
async function benchLatency(url: string, receiver: Receiver, rate: number): Promise<string[]> {
  const parley = await startParley(url, receiver.port);
  await receiver.report();
  const started = performance.now();
  await parley.publish(Array.from({ length: throughBus }, (_, index) => apiKeys[index % apiKeys.length] as string));
  await receiver.until(throughBus);
  const ceiling = throughBus / ((performance.now() - started) / 1_000);
  console.log(`events through the bus to receipt, highest rate: ${perSecond(ceiling)}`);
  const fixed = Math.min(rate, ceiling / 2);
  const broken: string[] = [];
  const tell = async (what: string, wanted: number): Promise<number> => {
    await delay(500);
    const { latenciesMs, verified, received, ...told } = await tellAt(wanted, latencySeconds, { parley, receiver, keys: apiKeys });
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantile(latenciesMs, share));
    const times = `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} p99 ${p99.toFixed(1)} ms`;
    const line = `${what}, ${perSecond(told.perSecond)}: event to receipt ${times}, verified ${verified} of ${received}`;
    console.log(line);
    if (!(p95 < mostP95Ms) || verified !== received) broken.push(`Not all verified, or not within ${mostP95Ms} ms: ${line}.`);
    return p95;
  };
  await tell(rate > fixed ? "half of what the bus takes" : "half of what is delivered", fixed);
  const p95s: number[] = [];
  // Several times, because one pause of the machine's disk decides the p95 of six seconds.
  for (let round = 0; round < rounds; round++) p95s.push(await tell("a thousand a second", 1_000));
  console.log(`event to receipt at a thousand a second, p95, median: ${median(p95s).toFixed(1)} ms (target 40)`);
  await tell("a fifth of the first", fixed / 5);
  await parley.stop();
  return broken;
}
