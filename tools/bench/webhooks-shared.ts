import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Aside } from "../installation/aside.ts";
import { query } from "../installation/with-client.ts";
import type { CountingServer } from "./counting-server.ts";
import { median, perSecond } from "./figures.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";
import { fillBacklog } from "./webhook-stage.ts";

const endpoints = Array.from({ length: 50 }, (_, n) => `pk_shared_${n}`);
const backlog = 12_000;
const rounds = 3;
const sharedWithinMs = 10_000;
// The minimum share of fifty endpoints, which are distributed by hash.
const leastShare = 12;
const count = "select count(*)::int as count from notifications.webhook_queue";
const owned = `select coalesce(min(endpoints), 0)::int as least, count(*)::int as owners, coalesce(sum(endpoints), 0)::int as all
  from (select count(*) as endpoints from notifications.delivery_groups where kind = 'webhook' and api_key_id like 'pk_shared_%' group by owner) o`;

type Receiver = CountingServer<ReceiverReport>;

/** Delivers to fifty endpoints from one process and from two. Returns the promises that did not hold. */
export async function benchShared(url: string, receiver: Receiver): Promise<string[]> {
  const start = () => Aside.start(join(import.meta.dirname, "webhook-process.ts"), url, receiver.port);
  const broken: string[] = [];
  await using one = await start();
  await drain(url, receiver);
  const alone: number[] = [];
  for (let round = 0; round < rounds; round++) alone.push(await drain(url, receiver));
  await using two = await start();
  const sharedMs = await untilShared(url, receiver);
  await drain(url, receiver);
  const together: number[] = [];
  for (let round = 0; round < rounds; round++) together.push(await drain(url, receiver));
  const ratio = median(together) / median(alone);
  console.log(
    `fifty endpoints: one process ${perSecond(median(alone))}, two ${perSecond(median(together))}: ${ratio.toFixed(2)}; shared ${(sharedMs / 1_000).toFixed(1)} s after the second was ready`,
  );
  if (!(sharedMs <= sharedWithinMs))
    broken.push(`Two processes shared fifty endpoints after ${sharedMs.toFixed(0)} ms, not within ${sharedWithinMs}.`);
  for (const process of [one, two]) process.tell("stop");
  await delay(500);
  return broken;
}

/** Delivers a backlog that becomes due at once, until the last has arrived. */
async function drain(url: string, receiver: Receiver): Promise<number> {
  await fillBacklog(url, backlog, endpoints, { isDue: false });
  await receiver.report();
  const started = performance.now();
  await query(url, "update notifications.webhook_queue set state = 'ready', due_at_ms = 0");
  await receiver.until(backlog);
  const tookMs = performance.now() - started;
  while ((await query(url, count)).count > 0) await delay(20);
  const { verified, ids } = await receiver.report();
  if (verified !== backlog || ids !== backlog) throw new Error("Deliveries were lost, repeated or not verified.");
  return backlog / (tookMs / 1_000);
}

/** The time until two processes own all endpoints, each its part, while deliveries continue. */
async function untilShared(url: string, receiver: Receiver): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { least, owners, all } = await query(url, owned);
    if (owners === 2 && least >= leastShare && all === endpoints.length) break;
    if (performance.now() - started > 3 * sharedWithinMs) return Number.POSITIVE_INFINITY;
    await fillBacklog(url, endpoints.length, endpoints);
    await delay(200);
  }
  const tookMs = performance.now() - started;
  while ((await query(url, count)).count > 0) await delay(20);
  await receiver.report();
  return tookMs;
}
