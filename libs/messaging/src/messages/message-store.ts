import type { Db } from "@parley/database";
import { type DeadLetterStore, deadLetterStore } from "../dead-letters/dead-letters.store.ts";
import type { Event } from "../events/event.ts";
import { type InboxStore, inboxStore } from "../inbox/inbox.store.ts";
import { type EventRow, type EventRows, eventRow, eventRows, type OutboxStore, outboxStore } from "../outbox/outbox.store.ts";
import { type NewWork, type WorkRows, type WorkStore, workRows, workStore } from "../work/work.store.ts";

/**
 * The outbox, inbox, dead letters and work of one schema. A service declares it once:
 *
 * export const messages = messageStore("activity");
 *
 * Its methods that write also wake the relays and workers that this process runs on the schema.
 */
export class MessageStore {
  readonly schema: string;
  readonly outbox: OutboxStore;
  readonly inbox: InboxStore;
  readonly deadLetters: DeadLetterStore;
  readonly work: WorkStore;
  readonly #relays = new Set<() => void>();
  readonly #workers = new Set<() => void>();

  constructor(schema: string) {
    this.schema = schema;
    this.outbox = outboxStore(schema);
    this.inbox = inboxStore(schema);
    this.deadLetters = deadLetterStore(schema);
    this.work = workStore(schema);
  }

  /** The parameters of a statement that contains `enqueue`. */
  event(event: Event): EventRow {
    for (const wake of this.#relays) wake();
    return eventRow(event);
  }

  /** The parameters of a statement that contains `enqueueAll`. */
  events(events: readonly Event[]): EventRows {
    for (const wake of this.#relays) wake();
    return eventRows(events);
  }

  /** The parameters of a statement that contains `enqueueWork`. */
  tasks(kind: string, work: readonly NewWork[]): WorkRows {
    for (const wake of this.#workers) wake();
    return workRows(kind, work);
  }

  /** Puts events into the outbox by a separate statement, for a transaction that knows its events only after the change. */
  async publish(tx: Db, events: readonly Event[]): Promise<void> {
    if (events.length > 0) await this.outbox.insert(tx, this.events(events));
  }

  /** Puts work into the queue by a separate statement. Returns how much of it was new. */
  async addWork(tx: Db, kind: string, work: readonly NewWork[]): Promise<number> {
    return work.length === 0 ? 0 : this.work.insert(tx, this.tasks(kind, work));
  }

  /** Makes waiting work of one API key ready now, if its dedupe key has this prefix. */
  async hastenWork(tx: Db, of: { readonly kind: string; readonly apiKeyId: string; readonly prefix: string }): Promise<void> {
    for (const wake of this.#workers) wake();
    await this.work.hasten(tx, of);
  }

  /** Calls `wake` whenever events may have been written. Returns an unsubscribe function. */
  onEvents(wake: () => void): () => void {
    this.#relays.add(wake);
    return () => this.#relays.delete(wake);
  }

  /** Calls `wake` whenever work may have been added. Returns an unsubscribe function. */
  onWork(wake: () => void): () => void {
    this.#workers.add(wake);
    return () => this.#workers.delete(wake);
  }
}

/** Declares the messaging of a schema. Call it once for each. */
export function messageStore(schema: string): MessageStore {
  return new MessageStore(schema);
}
