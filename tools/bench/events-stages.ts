import { setTimeout as delay } from "node:timers/promises";
import { Database } from "@parley/database";
import { createLogger, runProcess } from "@parley/runtime";
import { EventHandler } from "../../libs/messaging/src/consume/event-handler.ts";
import { toMessage } from "../../libs/messaging/src/relay/relay.ts";
import { environmentOver } from "../installation/environment.ts";
import { Arrivals, eventOf, onTexts, receiver, receiverModule, sender, senderModule, texts } from "./events-stage.ts";
import { type Figure, median, perSecond, spreadOf } from "./figures.ts";

const stageEvents = 5_000;
const singleEvents = 500;

/** Measures each stage alone: the relay without a consumer, and the receiver's transactions. Returns the gain of batches. */
export async function benchStages(url: string, rounds: number): Promise<readonly Figure[]> {
  await (await runProcess([receiverModule(url, new Arrivals()), senderModule(url)], environmentOver(url))).stop();
  const [from, to] = [open(url, sender.schema), open(url, receiver.schema)];
  const rates: Record<string, number[]> = { relay: [], "receiver, 256 at a time": [], "receiver, one at a time": [] };
  for (let round = 0; round < rounds; round++) {
    rates.relay?.push(await relay(url, from));
    rates["receiver, 256 at a time"]?.push(await receive(to, stageEvents, 256));
    rates["receiver, one at a time"]?.push(await receive(to, singleEvents, 1));
  }
  await Promise.all([from.close(), to.close()]);
  for (const [stage, all] of Object.entries(rates)) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(`${stage}, alone: ${perSecond(median(sorted))}, rounds ${perSecond(sorted[0] ?? 0)} to ${perSecond(sorted.at(-1) ?? 0)}`);
  }
  const single = rates["receiver, one at a time"] ?? [];
  const won = (rates["receiver, 256 at a time"] ?? []).map((rate, round) => rate / (single[round] ?? Number.NaN));
  return [{ name: "events, the receiver alone: 256 at a time, of one at a time", ...spreadOf(won), better: "higher" }];
}

async function relay(url: string, database: Database): Promise<number> {
  for (let row = 0; row < stageEvents; row += 1_000)
    await sender.publish(
      database,
      Array.from({ length: 1_000 }, (_, index) => eventOf(row + index)),
    );
  const running = await runProcess([senderModule(url)], environmentOver(url));
  const startedMs = performance.now();
  while (await sender.outbox.isWaiting(database)) await delay(2);
  const rate = stageEvents / ((performance.now() - startedMs) / 1_000);
  await running.stop();
  return rate;
}

/** Four concurrent batches, as in a service. */
async function receive(database: Database, events: number, size: number): Promise<number> {
  const options = { database, store: receiver, consumers: [onTexts(new Arrivals())], maxAttempts: 6, onOutcome: () => undefined };
  const handler = new EventHandler({ ...options, log: await createLogger({ level: "silent", pretty: false }) });
  const messages = Array.from({ length: events }, (_, n) => {
    const { id, topic, key, type, apiKeyId, subjects, traceParent, payload } = eventOf(n);
    const row = { eventId: id, topic, eventKey: key, eventType: type, apiKeyId, subjects: [...subjects], traceParent, payload };
    return { ...toMessage({ ...row, lane: 0, sequence: n, createdAtMs: Date.now() }), position: `bench/${texts.name}` };
  });
  const startedMs = performance.now();
  let next = 0;
  const work = async () => {
    for (let from = next; from < events; from = next) {
      next += size;
      await handler.handle(messages.slice(from, next));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return events / ((performance.now() - startedMs) / 1_000);
}

function open(url: string, schema: string): Database {
  const limits = { maxConnections: 8, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000 };
  return new Database({ url, schema, role: undefined, ...limits, onConnectionError: () => undefined });
}
