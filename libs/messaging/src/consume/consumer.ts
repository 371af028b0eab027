import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Db } from "@parley/database";
import type { Topic } from "../events/event.ts";

const preparedTogether = 16;

export interface ReceivedEvent<Desc extends DescMessage> {
  /** The id of the event, the same in every delivery. */
  readonly id: string;
  readonly apiKeyId: string;
  /** When its service's database wrote it, in ms. */
  readonly timeMs: number;
  /** The subjects of the message, as its sender named them. */
  readonly subjects: readonly string[];
  readonly message: MessageShape<Desc>;
  /** The encoded message as received, for consumers that store it. */
  readonly payload: Uint8Array;
}

/** A received event with the result of `prepare`. */
export interface Arrival<Desc extends DescMessage = DescMessage, Prepared = unknown> {
  readonly event: ReceivedEvent<Desc>;
  readonly prepared: Prepared;
  /** Users named by the event who were erased before it was written, each with the time in ms at which the erasure was requested. */
  readonly erasedUsers?: ReadonlyMap<string, number>;
}

/** A module's handling of the events of one topic. */
export interface Consumer {
  readonly topic: Topic;
  /**
   * Loads the data that the effects depend on before the transaction begins: other services may be slow, and a transaction holds a
   * connection and locks. Called for every delivery, with the events that arrived together; returns one result for each, in their order.
   * When it fails, it is called with each half, until an event that cannot be prepared is alone.
   */
  prepare?(events: readonly ReceivedEvent<DescMessage>[]): Promise<readonly unknown[]>;
  /**
   * Handles the received events, in order per key. When it fails, it is called with each half, until an event that cannot be handled is
   * alone.
   */
  handle(tx: Db, arrivals: readonly Arrival[]): Promise<void>;
  /** Whether an erasure has overtaken the event, so that its content may no longer be stored, not even as a dead letter. */
  isOvertaken?(db: Db, event: Pick<ReceivedEvent<DescMessage>, "apiKeyId" | "subjects" | "timeMs">): Promise<boolean>;
}

interface ConsumerOptions<Desc extends DescMessage, Prepared> {
  readonly prepare?: (event: ReceivedEvent<Desc>) => Promise<Prepared>;
}

interface BatchConsumerOptions<Desc extends DescMessage, Prepared> {
  readonly prepare?: (events: readonly ReceivedEvent<Desc>[]) => Promise<readonly Prepared[]>;
}

/**
 * Handles each event of the topic once: the statements that `handle` runs on `tx` are committed together with the record that the event is
 * done, and with other events that arrived at the same time. It runs again when the commit fails, so it must only run statements on `tx`,
 * within milliseconds, and queue slow work as leased work. A permanent `Failure` (`invalid_argument`, `not_found`, …) makes the event a
 * dead letter at once. While the database is down the event waits. Any other error is retried a few times and then makes it a dead letter.
 */
export function consumer<Desc extends DescMessage, Prepared = undefined>(
  topic: Topic<Desc>,
  handle: (tx: Db, event: ReceivedEvent<Desc>, prepared: Prepared) => Promise<void>,
  { prepare }: ConsumerOptions<Desc, Prepared> = {},
): Consumer {
  const handleEach = async (tx: Db, arrivals: readonly Arrival<Desc, Prepared>[]) => {
    for (const { event, prepared } of arrivals) await handle(tx, event, prepared);
  };
  return batchConsumer(topic, handleEach, prepare === undefined ? {} : { prepare: preparingEach(prepare) });
}

/** The `prepare` of a consumer that prepares each event by itself: some at the same time. */
export function preparingEach<Desc extends DescMessage, Prepared>(prepare: (event: ReceivedEvent<Desc>) => Promise<Prepared>) {
  return async (events: readonly ReceivedEvent<Desc>[]): Promise<readonly Prepared[]> => {
    const prepared: Prepared[] = [];
    for (let from = 0; from < events.length; from += preparedTogether)
      prepared.push(...(await Promise.all(events.slice(from, from + preparedTogether).map(prepare))));
    return prepared;
  };
}

/** Like `consumer`, for statements that take many events: receives all events that arrived together, in order per key. */
export function batchConsumer<Desc extends DescMessage, Prepared = undefined>(
  topic: Topic<Desc>,
  handle: (tx: Db, arrivals: readonly Arrival<Desc, Prepared>[]) => Promise<void>,
  { prepare }: BatchConsumerOptions<Desc, Prepared> = {},
): Consumer {
  // The events were decoded with the topic's own message type.
  const prepared = prepare === undefined ? {} : { prepare: prepare as NonNullable<Consumer["prepare"]> };
  return { topic, handle: handle as Consumer["handle"], ...prepared };
}

/** Passes the events of a topic to several consumers, in one transaction: a service may subscribe only one consumer per topic. */
export function eachOf(topic: Topic, consumers: readonly Consumer[]): Consumer {
  return batchConsumer(
    topic,
    async (tx, arrivals: readonly Arrival<DescMessage, readonly unknown[]>[]) => {
      for (const [index, each] of consumers.entries()) {
        await each.handle(
          tx,
          arrivals.map((arrival) => ({ ...arrival, prepared: arrival.prepared[index] })),
        );
      }
    },
    {
      prepare: async (events) => {
        const lists = await Promise.all(consumers.map((each) => each.prepare?.(events) ?? []));
        return events.map((_, index) => lists.map((list) => list[index]));
      },
    },
  );
}

/** The handling of an event that every process receives and may miss, for example to invalidate caches before they expire. */
export interface Listener {
  readonly topic: Topic;
  onEvent(event: ReceivedEvent<DescMessage>): void;
}

/**
 * A broadcast subscription: every process receives each event published after its start, without any guarantee. An event may be missed and
 * may arrive twice.
 */
export function listener<Desc extends DescMessage>(topic: Topic<Desc>, onEvent: (event: ReceivedEvent<Desc>) => void): Listener {
  return { topic, onEvent: onEvent as Listener["onEvent"] };
}
