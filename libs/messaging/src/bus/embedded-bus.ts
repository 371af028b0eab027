import { crc32 } from "node:zlib";
import type { Bus, BusMessage, Lag, ReceivedMessage, Subscribed, Subscription, Undelivered } from "./bus.ts";

const parallel = 4;

/**
 * The bus of a process that holds every module. It keeps nothing: a message counts as taken when every group that wants it has handled it,
 * so the outbox row outlives any crash before that. A group that has left is still waited for: its messages stay in the outbox.
 */
export class EmbeddedBus implements Bus {
  readonly batchSize = 256;
  readonly #groups = new Map<string | symbol, Group>();
  readonly #running = new Set<Promise<void>>();

  async publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]> {
    const streams = Map.groupBy(messages, ({ key }) => crc32(key) % parallel);
    return (await Promise.all([...streams.values()].map((stream) => this.#deliverInOrder(stream)))).flat();
  }

  subscribe(subscription: Subscription): Subscribed {
    const name = subscription.broadcast ? Symbol(subscription.group) : subscription.group;
    const group = this.#groups.get(name) ?? { topics: new Set(), members: new Set() };
    this.#groups.set(name, group);
    for (const topic of subscription.topics) group.topics.add(topic);
    group.members.add(subscription);
    return {
      close: async () => {
        group.members.delete(subscription);
        if (subscription.broadcast) this.#groups.delete(name);
        // Not only its own: what is being delivered now may have been given to it.
        await Promise.allSettled(this.#running);
      },
    };
  }

  lag(): readonly Lag[] {
    return [];
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #deliverInOrder(messages: readonly BusMessage[]): Promise<Undelivered[]> {
    const undelivered: Undelivered[] = [];
    const waiting = new Map<string, Error>();
    for (const message of messages) {
      const error = waiting.get(message.key) ?? (await this.#deliver(message));
      if (error === undefined) continue;
      waiting.set(message.key, error);
      undelivered.push({ message, refused: false, error });
    }
    return undelivered;
  }

  async #deliver(message: BusMessage): Promise<Error | undefined> {
    const received = { ...message, position: `embedded/${message.topic}` };
    const wanting = [...this.#groups.values()].filter(({ topics }) => topics.has(message.topic));
    const results = await Promise.allSettled(wanting.map((group) => this.#hand(received, group)));
    const failed = results.find((result) => result.status === "rejected");
    return failed && (failed.reason instanceof Error ? failed.reason : new Error(String(failed.reason)));
  }

  async #hand(message: ReceivedMessage, { members }: Group): Promise<void> {
    const wanting = [...members].filter(({ topics }) => topics.includes(message.topic));
    const member = wanting[crc32(message.key) % Math.max(1, wanting.length)];
    if (member === undefined) throw new Error(`The group that handles ${message.topic} has left.`);
    const handled = member.handle(message);
    this.#running.add(handled);
    try {
      await handled;
    } finally {
      this.#running.delete(handled);
    }
  }
}

interface Group {
  /** What any member has ever wanted. */
  readonly topics: Set<string>;
  readonly members: Set<Subscription>;
}
