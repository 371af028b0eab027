import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Db } from "@parley/database";
import type { Topic } from "../events/event.ts";

export interface ReceivedEvent<Desc extends DescMessage> {
  /** The same in every delivery. */
  readonly id: string;
  readonly apiKeyId: string;
  /** When it was written, in ms, by its service's database. */
  readonly timeMs: number;
  /** The subjects of the message, as its sender has named them. */
  readonly subjects: readonly string[];
  readonly message: MessageShape<Desc>;
  /** The message as it came, for consumers that store it. */
  readonly payload: Uint8Array;
}

/** An event that has arrived, and what `prepare` returned for it. */
export interface Arrival<Desc extends DescMessage = DescMessage, Prepared = unknown> {
  readonly event: ReceivedEvent<Desc>;
  readonly prepared: Prepared;
  /** Whom it names of those who were erased before it was written: users, each with the time in ms at which that was requested. */
  readonly erasedUsers?: ReadonlyMap<string, number>;
}

/** What a module does with the events of one topic. */
export interface Consumer {
  readonly topic: Topic;
  /**
   * Loads what the effect depends on before there is a transaction: other services may be slow, and a transaction holds a connection and
   * locks. Called for every delivery.
   */
  prepare?(event: ReceivedEvent<DescMessage>): Promise<unknown>;
  /**
   * Handles what has arrived, in order per key. When it fails, it is called with each half, so that an event that cannot be handled ends up
   * alone.
   */
  handle(tx: Db, arrivals: readonly Arrival[]): Promise<void>;
  /** Whether the content of such an event may no longer be stored: then it does not even become a dead letter. */
  isOvertaken?(db: Db, event: Pick<ReceivedEvent<DescMessage>, "apiKeyId" | "subjects" | "timeMs">): Promise<boolean>;
  /**
   * Called after events were handled and committed. The call is lost when the process is killed: so it only wakes a loop that polls anyway.
   */
  readonly afterCommit?: () => void;
}

interface ConsumerOptions<Desc extends DescMessage, Prepared> extends Pick<Consumer, "afterCommit"> {
  readonly prepare?: (event: ReceivedEvent<Desc>) => Promise<Prepared>;
}

/**
 * Handles each event of the topic once: what `handle` does on `tx` is committed together with the record that the event is done, and with
 * other events that arrived at the same time. It is called again when the commit fails, so it does nothing but run statements on `tx`,
 * within milliseconds; it queues slow work as leased work. A permanent `Failure` (`invalid_argument`, `not_found`, …) makes the event a
 * dead letter at once. While the database is down the event waits. Any other error is retried a few times and then makes a dead letter.
 */
export function consumer<Desc extends DescMessage, Prepared = undefined>(
  topic: Topic<Desc>,
  handle: (tx: Db, event: ReceivedEvent<Desc>, prepared: Prepared) => Promise<void>,
  options: ConsumerOptions<Desc, Prepared> = {},
): Consumer {
  const handleEach = async (tx: Db, arrivals: readonly Arrival<Desc, Prepared>[]) => {
    for (const { event, prepared } of arrivals) await handle(tx, event, prepared);
  };
  return batchConsumer(topic, handleEach, options);
}

/** As `consumer`, for statements that take many events: receives all that arrived together, in order per key. */
export function batchConsumer<Desc extends DescMessage, Prepared = undefined>(
  topic: Topic<Desc>,
  handle: (tx: Db, arrivals: readonly Arrival<Desc, Prepared>[]) => Promise<void>,
  { prepare, ...more }: ConsumerOptions<Desc, Prepared> = {},
): Consumer {
  // The event was decoded with the topic's own message type.
  const prepared = prepare === undefined ? {} : { prepare: prepare as NonNullable<Consumer["prepare"]> };
  return { topic, handle: handle as Consumer["handle"], ...prepared, ...more };
}

/** Passes the events of a topic to all of these, in one transaction: a service has one consumer per topic. */
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
      prepare: (event) => Promise.all(consumers.map((each) => each.prepare?.(event))),
      afterCommit: () => {
        for (const each of consumers) each.afterCommit?.();
      },
    },
  );
}

/** What every process does with an event that it may miss: its caches are invalidated sooner than they would expire. */
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
