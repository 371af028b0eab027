import { StringValueSchema } from "@bufbuild/protobuf/wkt";
import { sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { batchConsumer, event, messageStore, type ReceivedEvent } from "@parley/messaging";
import type { Module } from "@parley/runtime";
import { busModule } from "./messaging-stage.ts";

/** Sender and receiver of the measured events: texts of 300 characters that start with the place and time of writing. */
export const texts = { name: "bench-events.v1", message: StringValueSchema };
export const sender = messageStore("bench_from");
const receiver = messageStore("bench_to");
const documents = 1_000;
const filling = "x".repeat(260);

const insertEffects = statement(
  "bench_to.insert_effects",
  { apiKeyIds: listOf(types.text), eventIds: listOf(types.uuid), bodies: listOf(types.text) },
  {},
  sql`insert into bench_to.effects (api_key_id, event_id, body) select g.api_key_id, g.event_id, g.body
   from unnest($apiKeyIds::text[], $eventIds::uuid[], $bodies::text[]) as g (api_key_id, event_id, body)`,
);

/** Arrivals since the last call. */
export class Arrivals {
  latenciesMs: number[] = [];
  received = 0;
  inversions = 0;
  /** Arrival times of the first and the last event since `begin`. */
  firstMs = Number.NaN;
  lastMs = Number.NaN;
  readonly #pending: string[] = [];
  readonly #newest = new Map<string, number>();

  /** Starts another round. Its time starts with its first arrival, because the sender takes a while to start. */
  begin(): void {
    this.firstMs = Number.NaN;
    this.latenciesMs = [];
  }

  note(text: string): void {
    this.#pending.push(text);
  }

  /** Counts the noted events, including those whose commit is a moment later. */
  committed(): void {
    const nowMs = performance.timeOrigin + performance.now();
    if (Number.isNaN(this.firstMs)) this.firstMs = nowMs;
    this.lastMs = nowMs;
    for (const text of this.#pending.splice(0)) {
      const [document = "", number, atMs] = text.split(" ");
      if (Number(number) <= (this.#newest.get(document) ?? -1)) this.inversions++;
      this.#newest.set(document, Number(number));
      this.latenciesMs.push(nowMs - Number(atMs));
      this.received++;
    }
  }
}

/** The nth event, with the current time. */
export function eventOf(n: number) {
  const document = `d${n % documents}`;
  const value = `${document} ${n} ${(performance.timeOrigin + performance.now()).toFixed(1)} ${filling}`;
  return event(texts, { apiKeyId: "pk_bench", key: document, subjects: [`document:${document}`], message: { value } });
}

const effects = 'create table effects (api_key_id text collate "C" not null, event_id uuid not null primary key, body text not null);';

function onTexts(arrivals: Arrivals) {
  return batchConsumer(texts, async (tx, received) => {
    const events = received.map(({ event }) => event);
    await tx.run(insertEffects, {
      apiKeyIds: events.map(({ apiKeyId }) => apiKeyId),
      eventIds: events.map(({ id }) => id),
      bodies: events.map(({ message }: ReceivedEvent<typeof StringValueSchema>) => message.value),
    });
    for (const { message } of events) arrivals.note(message.value);
    tx.afterCommit(() => arrivals.committed());
  });
}

export function busModules(url: string, arrivals: Arrivals): Module[] {
  return [busModule(url, receiver, { tables: effects, consumers: [onTexts(arrivals)] }), busModule(url, sender)];
}
