import type { Database } from "@parley/database";
import { Failure } from "@parley/kernel";
import type { Logger } from "@parley/runtime";
import type { ReceivedMessage } from "../bus/bus.ts";
import { failpoint } from "../failpoint.ts";
import type { MessageStore } from "../message-store.ts";
import type { Consumer } from "./consumer.ts";
import { decode, type Envelope, readEnvelope } from "./envelope.ts";
import { inEventCall } from "./event-call.ts";
import { verdictOn } from "./verdict.ts";

const maxRemembered = 10_000;

export type Outcome = "handled" | "repeated" | "dead" | "overtaken";

export interface EventHandlerOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly consumers: readonly Consumer[];
  readonly log: Logger;
  /** How often an event is tried that fails for a reason which may pass. */
  readonly maxAttempts: number;
  readonly onOutcome: (topic: string, outcome: Outcome) => void;
}

/** One consumer group's handling: the effect of an event and the note that it is done are one transaction. */
export class EventHandler {
  readonly #options: EventHandlerOptions;
  readonly #consumers: ReadonlyMap<string, Consumer>;
  // Of events that are being tried again, so few; those that another process has finished are forgotten with all others.
  readonly #attempts = new Map<string, number>();

  constructor(options: EventHandlerOptions) {
    this.#options = options;
    this.#consumers = new Map(options.consumers.map((consumer) => [consumer.topic.name, consumer]));
    if (this.#consumers.size < options.consumers.length) throw new Error(`Two consumers of ${options.store.schema} handle the same topic.`);
  }

  /** Resolves when the event is done, was done before, or is a dead letter. Rejects when it must come again. */
  async handle(message: ReceivedMessage): Promise<void> {
    const envelope = readEnvelope(message);
    try {
      const outcome = await inEventCall(envelope, () => this.#apply(envelope));
      this.#options.onOutcome(envelope.topic, outcome);
    } catch (error) {
      if (!this.#isOver(envelope, error)) throw error;
      await this.#bury(envelope, error);
    }
    this.#attempts.delete(envelope.eventId);
  }

  async #apply(envelope: Envelope): Promise<Outcome> {
    const { database, store } = this.#options;
    const consumer = this.#consumers.get(envelope.topic);
    if (consumer === undefined)
      throw new Failure("unimplemented", `${store.schema} does not handle ${envelope.topic}.`, { reason: "no_consumer" });
    const event = decode(consumer.topic, envelope);
    const prepared = await consumer.prepare?.(event);
    const isNew = await database.transaction(async (tx) => {
      if (!(await store.inbox.add(tx, store.schema, event.id))) return false;
      await consumer.handle(tx, event, prepared);
      failpoint("consumer.before-commit");
      return true;
    });
    failpoint("consumer.after-commit");
    if (isNew) consumer.afterCommit?.();
    return isNew ? "handled" : "repeated";
  }

  #isOver({ eventId }: Envelope, error: unknown): boolean {
    const verdict = verdictOn(error);
    if (verdict === "wait") return false;
    if (this.#attempts.size >= maxRemembered) this.#attempts.clear();
    const attempts = (this.#attempts.get(eventId) ?? 0) + 1;
    this.#attempts.set(eventId, attempts);
    return verdict === "give up" || attempts >= this.#options.maxAttempts;
  }

  async #bury(envelope: Envelope, error: unknown): Promise<void> {
    const { database, store, log, onOutcome } = this.#options;
    const reason = error instanceof Failure ? error.reason : "failed";
    const text = error instanceof Error ? error.message : String(error);
    if (await this.#consumers.get(envelope.topic)?.isOvertaken?.(database, envelope)) {
      await store.inbox.add(database, store.schema, envelope.eventId);
      onOutcome(envelope.topic, "overtaken");
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
    onOutcome(envelope.topic, "dead");
    log.error(
      { err: error, topic: envelope.topic, eventId: envelope.eventId, position: envelope.position },
      "An event became a dead letter.",
    );
  }
}

function deadMessage({ timeMs, identified: _identified, ...message }: Envelope) {
  return { ...message, eventTimeMs: timeMs || null };
}
