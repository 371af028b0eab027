import type { Database } from "@parley/database";
import type { Metrics } from "@parley/runtime";
import { Counter, Gauge } from "prom-client";
import type { Bus } from "../bus/bus.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { databaseNowMs } from "../outbox/outbox.store.ts";

/** The messaging metrics of a process: one set, labelled by schema. */
export class MessagingMetrics {
  readonly published: Counter<"schema">;
  readonly handled: Counter<"group" | "topic" | "outcome">;
  readonly work: Counter<"schema" | "kind" | "outcome">;
  readonly takenOver: Counter<"schema" | "kind">;
  readonly #outboxRows: Gauge<"schema">;
  readonly #outboxAge: Gauge<"schema">;
  readonly #deadLetters: Gauge<"schema">;
  readonly #clockOffset: Gauge<"schema">;
  readonly #workRows: Gauge<"schema" | "kind" | "state">;

  constructor(registry: Metrics, bus: Bus) {
    const registers = [registry];
    const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers });
    const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers });
    this.published = counter("parley_outbox_published_total", "Events that the bus has accepted.", ["schema"]);
    this.handled = counter("parley_events_total", "Events received, by outcome: handled, repeated, dead, overtaken by an erasure.", [
      "group",
      "topic",
      "outcome",
    ]);
    this.work = counter("parley_work_total", "Attempts at work, by outcome: done, retried, dead, lost.", ["schema", "kind", "outcome"]);
    this.takenOver = counter("parley_work_leases_taken_over_total", "Leases that expired without being released.", ["schema", "kind"]);
    this.#outboxRows = gauge("parley_outbox_rows", "Events that wait to be published, counted up to 100,000.", ["schema"]);
    this.#outboxAge = gauge("parley_outbox_oldest_seconds", "Age of the oldest event that waits to be published.", ["schema"]);
    this.#deadLetters = gauge("parley_dead_letters", "Dead letters, counted up to 100,000.", ["schema"]);
    this.#clockOffset = gauge(
      "parley_database_clock_offset_seconds",
      "How far the clock of the service's database is ahead of this process's.",
      ["schema"],
    );
    this.#workRows = gauge("parley_work_rows", "Work in the queue, counted up to 100,000.", ["schema", "kind", "state"]);
    new Gauge({
      name: "parley_consumer_lag",
      help: "Events behind the newest, as of the last ones received.",
      labelNames: ["group", "topic"],
      registers,
      collect() {
        this.reset();
        for (const { group, topic, messages } of bus.lag()) this.inc({ group, topic }, messages);
      },
    });
  }

  /** Compares the clock of the database with this process's; returns how many ms it is ahead. */
  async sampleClock(database: Database, schema: string): Promise<number> {
    const beforeMs = Date.now();
    const offsetMs = (await databaseNowMs(database)) - (beforeMs + Date.now()) / 2;
    this.#clockOffset.set({ schema }, offsetMs / 1_000);
    return offsetMs;
  }

  /** Reads the figures that only the database has. */
  async sample(database: Database, { schema, outbox, deadLetters, work }: MessageStore): Promise<void> {
    const { depth, oldestMs } = await outbox.state(database);
    this.#outboxRows.set({ schema }, depth);
    this.#outboxAge.set({ schema }, oldestMs / 1000);
    this.#deadLetters.set({ schema }, await deadLetters.count(database));
    const states = await work.state(database);
    // A kind without rows is set to zero, or it would keep its last value.
    for (const { labels } of (await this.#workRows.get()).values)
      if (labels.schema === schema) this.#workRows.set({ ...labels, schema }, 0);
    for (const { kind, state, rows } of states) this.#workRows.set({ schema, kind, state }, rows);
  }
}
