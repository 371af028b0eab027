import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Aside } from "../installation/aside.ts";
import type { ScratchPostgres } from "../installation/scratch-postgres.ts";
import { query } from "../installation/with-client.ts";
import type { CountingServer } from "./counting-server.ts";
import { median, perSecond, spreadOf, told } from "./figures.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";
import { fillBacklog } from "./webhook-stage.ts";

const endpoints = Array.from({ length: 50 }, (_, n) => `pk_shared_${n}`);
const backlog = 12_000;
const rounds = 5;
const sharedWithinMs = 10_000;
// The minimum share of fifty endpoints, which are distributed by hash.
const leastShare = 12;
const count = "select count(*)::int as count from notifications.webhook_queue";
const owned = `select coalesce(min(endpoints), 0)::int as least, count(*)::int as owners, coalesce(sum(endpoints), 0)::int as all
  from (select count(*) as endpoints from notifications.delivery_groups where kind = 'webhook' and api_key_id like 'pk_shared_%' group by owner) o`;

type Receiver = CountingServer<ReceiverReport>;

/** Delivers to fifty endpoints from one process and from two. Returns the promises that did not hold. */
export async function benchShared(postgres: ScratchPostgres, receiver: Receiver): Promise<string[]> {
  const [aloneUrl, sharedUrl] = [await postgres.createDatabase("alone"), await postgres.createDatabase("shared")];
  const start = (url: string) => Aside.start(join(import.meta.dirname, "webhook-process.ts"), url, receiver.port);
  await using alone = await start(aloneUrl);
  await using one = await start(sharedUrl);
  await drain(sharedUrl, receiver);
  await using two = await start(sharedUrl);
  const sharedMs = await untilShared(sharedUrl, receiver);
  for (const url of [aloneUrl, sharedUrl]) await drain(url, receiver);
  const rates: { readonly alone: number; readonly together: number }[] = [];
  // In turns, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++)
    rates.push({ alone: await drain(aloneUrl, receiver), together: await drain(sharedUrl, receiver) });
  const ratios = spreadOf(rates.map(({ alone, together }) => together / alone));
  console.log(
    `fifty endpoints, ${rounds} rounds in turns: one process ${perSecond(median(rates.map((rate) => rate.alone)))}, two ${perSecond(median(rates.map((rate) => rate.together)))}: ` +
      `${told(ratios)} (target 1); shared ${(sharedMs / 1_000).toFixed(1)} s after the second was ready`,
  );
  for (const process of [alone, one, two]) process.tell("stop");
  await delay(500);
  const broken: string[] = [];
  if (!(sharedMs <= sharedWithinMs))
    broken.push(`Two processes shared fifty endpoints after ${sharedMs.toFixed(0)} ms, not within ${sharedWithinMs}.`);
  if (!(ratios.median >= 1))
    broken.push(`Two processes deliver ${told(ratios)} of what one does to fifty endpoints, not at least as much.`);
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
