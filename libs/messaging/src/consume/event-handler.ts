import type { Database, Db } from "@parley/database";
import { Failure } from "@parley/kernel";
import type { Logger } from "@parley/runtime";
import type { ReceivedMessage, Unhandled } from "../bus/bus.ts";
import { failpoint } from "../failpoints/failpoint.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { classifyFailure } from "./classify-failure.ts";
import type { Arrival, Consumer } from "./consumer.ts";
import { decode, type Envelope, readEnvelope } from "./envelope.ts";
import { inEventCall } from "./event-call.ts";
import { Retries } from "./retries.ts";

type Outcome = "handled" | "repeated" | "dead" | "overtaken";

interface EventHandlerOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly consumers: readonly Consumer[];
  readonly log: Logger;
  /** Most attempts at an event whose failure may be temporary. */
  readonly maxAttempts: number;
  readonly onOutcome: (topic: string, outcome: Outcome, events: number) => void;
}

interface Received {
  readonly message: ReceivedMessage;
  readonly envelope: Envelope;
  /** Set once prepared; the event is not prepared again when it is retried with fewer others. */
  arrival?: Arrival;
}

/**
 * Handles the events of one consumer group: the effects of events that arrived together and the records that they are done are one
 * transaction.
 */
export class EventHandler {
  readonly #options: EventHandlerOptions;
  readonly #consumers: ReadonlyMap<string, Consumer>;
  readonly #retries = new Retries();

  constructor(options: EventHandlerOptions) {
    this.#options = options;
    this.#consumers = new Map(options.consumers.map((consumer) => [consumer.topic.name, consumer]));
    if (this.#consumers.size < options.consumers.length) throw new Error(`Two consumers of ${options.store.schema} handle the same topic.`);
  }

  /** Returns the messages that must be delivered again; all others are done, were done before, or are dead letters. */
  async handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]> {
    const received = messages.map((message) => ({ message, envelope: readEnvelope(message) }));
    if (this.#retries.size === 0) return this.#settle(received);
    const waiting = this.#waiting(received);
    const passedOver = new Set(waiting.map(({ message }) => message));
    return [...waiting, ...(await this.#settle(received.filter(({ message }) => !passedOver.has(message))))];
  }

  /** The failed events whose retry is not due yet, and the later ones of their keys. */
  #waiting(received: readonly Received[]): Unhandled[] {
    const keys = new Map<string, Unhandled>();
    return received.flatMap(({ message, envelope }) => {
      const retry = this.#retries.waiting(envelope.eventId);
      const first = keys.get(message.key) ?? (retry && { message, error: retry.error, retryAtMs: retry.atMs });
      if (first === undefined) return [];
      keys.set(message.key, first);
      return [{ ...first, message }];
    });
  }

  /** Tries all events together, and each half when that fails: in the end, an event that cannot be handled fails alone. */
  async #settle(received: readonly Received[]): Promise<readonly Unhandled[]> {
    const [first] = received;
    if (first === undefined) return [];
    const envelopes = received.map(({ envelope }) => envelope);
    try {
      await inEventCall(envelopes, () => this.#apply(received));
      if (this.#retries.size > 0) for (const { eventId } of envelopes) this.#retries.forget(eventId);
      return [];
    } catch (error) {
      if (received.length === 1) return this.#settleFailed(first, error);
      return classifyFailure(error) === "pause" ? received.map(({ message }) => unhandled(message, error)) : this.#settleHalves(received);
    }
  }

  async #settleHalves(received: readonly Received[]): Promise<readonly Unhandled[]> {
    const middle = received.length >> 1;
    const left = await this.#settle(received.slice(0, middle));
    // After an event that is delivered again, the later ones of its key are delivered again as well.
    const firsts = new Map(left.toReversed().map((first) => [first.message.key, first]));
    const behind = (message: ReceivedMessage) => firsts.get(message.key);
    const others = received.slice(middle);
    const right = await this.#settle(others.filter(({ message }) => behind(message) === undefined));
    const waiting = others.flatMap(({ message }) => {
      const first = behind(message);
      return first === undefined ? [] : [{ ...first, message }];
    });
    return [...left, ...waiting, ...right];
  }

  async #settleFailed({ message, envelope }: Received, error: unknown): Promise<readonly Unhandled[]> {
    const reaction = classifyFailure(error);
    if (reaction === "pause") return [unhandled(message, error)];
    const { attempts, atMs: retryAtMs } = this.#retries.add(envelope.eventId, asError(error));
    if (reaction === "retry" && attempts < this.#options.maxAttempts) return [{ ...unhandled(message, error), retryAtMs }];
    try {
      await this.#deadLetter(envelope, error);
    } catch (failure) {
      return [unhandled(message, failure)];
    }
    this.#retries.forget(envelope.eventId);
    return [];
  }

  async #apply(received: readonly Received[]): Promise<void> {
    const { database, store } = this.#options;
    await this.#prepare(received.filter(({ arrival }) => arrival === undefined));
    const added = await database.transaction(async (tx) => {
      const ids = await store.inbox.add(
        tx,
        store.schema,
        received.map(({ envelope }) => envelope.eventId),
      );
      if (ids.length > 0) await this.#handOver(tx, received, new Set(ids));
      failpoint("consumer.before-commit");
      return new Set(ids);
    });
    failpoint("consumer.after-commit");
    this.#report(received, added);
  }

  async #prepare(received: readonly Received[]): Promise<void> {
    for (const [topic, all] of Map.groupBy(received, ({ envelope }) => envelope.topic)) {
      const consumer = this.#consumerOf(topic);
      const events = all.map(({ envelope }) => decode(consumer.topic, envelope));
      const prepared = await consumer.prepare?.(events);
      for (const [index, event] of events.entries()) (all[index] as Received).arrival = { event, prepared: prepared?.[index] };
    }
  }

  async #handOver(tx: Db, received: readonly Received[], fresh: Set<string>): Promise<void> {
    // An event may be in a batch twice.
    const arrived = received.filter(({ envelope }) => fresh.delete(envelope.eventId));
    for (const [topic, all] of Map.groupBy(arrived, ({ envelope }) => envelope.topic)) {
      await this.#consumerOf(topic).handle(
        tx,
        all.flatMap(({ arrival }) => arrival ?? []),
      );
    }
  }

  #report(received: readonly Received[], added: ReadonlySet<string>): void {
    for (const [topic, all] of Map.groupBy(received, ({ envelope }) => envelope.topic)) {
      const handled = new Set(all.map(({ envelope }) => envelope.eventId).filter((id) => added.has(id))).size;
      if (handled > 0) this.#options.onOutcome(topic, "handled", handled);
      if (handled < all.length) this.#options.onOutcome(topic, "repeated", all.length - handled);
    }
  }

  #consumerOf(topic: string): Consumer {
    const consumer = this.#consumers.get(topic);
    if (consumer !== undefined) return consumer;
    throw new Failure("unimplemented", `${this.#options.store.schema} does not handle ${topic}.`, { reason: "no_consumer" });
  }

  async #deadLetter(envelope: Envelope, error: unknown): Promise<void> {
    const { database, store, log, onOutcome } = this.#options;
    const reason = error instanceof Failure ? error.reason : "failed";
    const text = error instanceof Error ? error.message : String(error);
    if (await this.#consumers.get(envelope.topic)?.isOvertaken?.(database, envelope)) {
      await store.inbox.add(database, store.schema, [envelope.eventId]);
      onOutcome(envelope.topic, "overtaken", 1);
      return;
    }
    failpoint("dead-letter.before-write");
    await store.deadLetters.addConsumed(database, {
      ...deadMessage(envelope),
      consumerGroup: store.schema,
      reason,
      error: text.replaceAll("\0", ""),
    });
    failpoint("dead-letter.after-write");
    onOutcome(envelope.topic, "dead", 1);
    log.error(
      { err: error, topic: envelope.topic, eventId: envelope.eventId, position: envelope.position },
      "An event became a dead letter.",
    );
  }
}

function unhandled(message: ReceivedMessage, error: unknown): Unhandled {
  return { message, error: asError(error) };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function deadMessage({ timeMs, identified: _identified, ...message }: Envelope) {
  return { ...message, eventTimeMs: timeMs || null };
}
