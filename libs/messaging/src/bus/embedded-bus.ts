import { crc32 } from "node:zlib";
import {
  type Bus,
  type BusMessage,
  type Lag,
  maxBatch,
  type ReceivedMessage,
  type Subscribed,
  type Subscription,
  type Undelivered,
} from "./bus.ts";

// With fewer messages a second concurrent transaction costs more than it gains.
const worthSharing = 64;

/**
 * The bus of a process that contains every module. It stores nothing: a message counts as accepted once every subscribed group has handled
 * it, so its outbox row outlives an earlier crash. A group that has left still counts: its messages stay in the outbox.
 */
export class EmbeddedBus implements Bus {
  readonly batchSize = 1_024;
  readonly #groups = new Map<string | symbol, Group>();
  readonly #running = new Set<Promise<unknown>>();

  async publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]> {
    const received = messages.map((message) => ({ ...message, position: `embedded/${message.topic}` }));
    const failed = (await Promise.all([...this.#groups.values()].map((group) => deliver(received, group, this.#running)))).flat();
    return failed.length === 0 ? [] : behind(messages, received, new Map(failed));
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
        // Waits for all deliveries, because any of them may include messages of this subscription.
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
}

interface Group {
  /** Every topic to which a member has ever subscribed. */
  readonly topics: Set<string>;
  readonly members: Set<Subscription>;
}

type Failed = readonly [ReceivedMessage, Error];

/** Gives a group its messages and each member its part; returns the messages that were not handled. */
async function deliver(
  messages: readonly ReceivedMessage[],
  { topics, members }: Group,
  running: Set<Promise<unknown>>,
): Promise<Failed[]> {
  const wanted = messages.filter(({ topic }) => topics.has(topic));
  if (wanted.length === 0) return [];
  const shares = Map.groupBy(wanted, ({ topic, key }) => {
    const wanting = [...members].filter((member) => member.topics.includes(topic));
    return wanting[crc32(key) % Math.max(1, wanting.length)];
  });
  const failed = await Promise.all([...shares].map(([member, share]) => hand(share, member, running)));
  return failed.flat();
}

async function hand(
  share: readonly ReceivedMessage[],
  member: Subscription | undefined,
  running: Set<Promise<unknown>>,
): Promise<Failed[]> {
  if (member === undefined) return share.map((message) => [message, new Error(`The group that handles ${message.topic} has left.`)]);
  const streams = Math.min(member.concurrency, Math.ceil(share.length / worthSharing));
  // The low bits of the hash have chosen the member and are the same for many of its messages, so the streams are chosen by higher bits.
  const split = streams === 1 ? [share] : [...Map.groupBy(share, ({ key }) => (crc32(key) >>> 8) % streams).values()];
  const handling = Promise.all(split.map((stream) => handInOrder(stream, member)));
  running.add(handling);
  try {
    return (await handling).flat();
  } finally {
    running.delete(handling);
  }
}

async function handInOrder(stream: readonly ReceivedMessage[], member: Subscription): Promise<Failed[]> {
  const failed = new Map<string, Error>();
  const all: Failed[] = [];
  for (let from = 0; from < stream.length; from += maxBatch) {
    const batch = stream.slice(from, from + maxBatch).filter(({ key }) => !failed.has(key));
    for (const [message, error] of await attempt(batch, member)) {
      failed.set(message.key, error);
      all.push([message, error]);
    }
  }
  return all;
}

async function attempt(batch: readonly ReceivedMessage[], member: Subscription): Promise<readonly Failed[]> {
  try {
    return (await member.handle(batch)).map(({ message, error }) => [message, error]);
  } catch (error) {
    return batch.map((message) => [message, error instanceof Error ? error : new Error(String(error))]);
  }
}

// A message that one group has not handled is delivered again to every group, together with all later messages of its key.
function behind(
  messages: readonly BusMessage[],
  received: readonly ReceivedMessage[],
  failed: ReadonlyMap<ReceivedMessage, Error>,
): Undelivered[] {
  const errors = new Map<string, Error>();
  return messages.flatMap((message, index) => {
    const error = errors.get(message.key) ?? failed.get(received[index] as ReceivedMessage);
    if (error === undefined) return [];
    errors.set(message.key, error);
    return [{ message, refused: false, error }];
  });
}
