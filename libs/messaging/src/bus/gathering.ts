import { setImmediate as nextTurn } from "node:timers/promises";
import { maxBatch, type ReceivedMessage, type Subscription, type Unhandled } from "./bus.ts";

interface Waiting {
  readonly messages: readonly ReceivedMessage[];
  readonly done: (unhandled: readonly Unhandled[]) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Combines messages that several partitions deliver at the same time into one batch: all messages that wait when a slot becomes free are
 * handled together. A partition delivers its next messages only after the last ones, so two batches never hold messages of one key.
 */
export class Gathering {
  readonly #subscription: Subscription;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  /** Returns the messages that must be delivered again; rejects when all must be. */
  handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Unhandled[]>();
    this.#waiting.push({ messages, done: resolve, failed: reject });
    if (this.#running < this.#subscription.concurrency) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#running++;
    // Waits for the other partitions, which deliver within the same turn of the event loop.
    await nextTurn();
    for (let taken = this.#take(); taken.length > 0; taken = this.#take()) await this.#handle(taken);
    this.#running--;
  }

  async #handle(taken: readonly Waiting[]): Promise<void> {
    try {
      const unhandled = new Map(
        (await this.#subscription.handle(taken.flatMap(({ messages }) => messages))).map((one) => [one.message, one]),
      );
      for (const { messages, done } of taken) done(messages.flatMap((message) => unhandled.get(message) ?? []));
    } catch (error) {
      for (const { failed } of taken) failed(error);
    }
  }

  // The first messages are taken however large they are, so that there is always progress.
  #take(): Waiting[] {
    let [count, size] = [0, 0];
    for (const { messages } of this.#waiting) {
      if (count > 0 && size + messages.length > maxBatch) break;
      count++;
      size += messages.length;
    }
    return this.#waiting.splice(0, count);
  }
}
