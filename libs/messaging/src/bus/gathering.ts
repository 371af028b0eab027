import { setImmediate as nextTurn } from "node:timers/promises";
import { maxBatch, type ReceivedMessage, type Subscription, type Unhandled } from "./bus.ts";

interface Waiting {
  readonly messages: readonly ReceivedMessage[];
  readonly done: (unhandled: readonly Unhandled[]) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Makes one batch of what several partitions have at the same time: whatever waits when a place is free is handled together. A partition hands
 * over its next messages when it has the answer to the last ones, so two batches never hold messages of one key.
 */
export class Gathering {
  readonly #subscription: Subscription;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  /** Returns which of the messages must come again; rejects when all must. */
  handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Unhandled[]>();
    this.#waiting.push({ messages, done: resolve, failed: reject });
    if (this.#running < this.#subscription.concurrency) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#running++;
    // What the other partitions have is handed over in the same turn.
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

  // The first as it is, so that there is always something to do.
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
