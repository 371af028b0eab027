import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Db } from "@parley/database";
import type { Topic } from "../events/event.ts";

export interface ReceivedEvent<Desc extends DescMessage> {
  /** The same in every delivery. */
  readonly id: string;
  readonly apiKeyId: string;
  /** When it was written, in ms, by its service's database. */
  readonly timeMs: number;
  /** Whom and what the message speaks of, as its sender has said. */
  readonly subjects: readonly string[];
  readonly message: MessageShape<Desc>;
}

/** An event that has arrived, and what `prepare` returned for it. */
export interface Arrival<Desc extends DescMessage = DescMessage, Prepared = unknown> {
  readonly event: ReceivedEvent<Desc>;
  readonly prepared: Prepared;
}

/** What a module does with the events of one topic. */
export interface Consumer {
  readonly topic: Topic;
  /**
   * Finds out what the effect depends on, before there is a transaction: whoever has to be asked for it may be slow, and a transaction holds a
   * connection and locks. Called for every delivery.
   */
  prepare?(event: ReceivedEvent<DescMessage>): Promise<unknown>;
  /** What has arrived, in order per key. When it fails, it is given each half; so an event that cannot be handled ends up alone. */
  handle(tx: Db, arrivals: readonly Arrival[]): Promise<void>;
  /** Whether nobody may keep what such an event says any more: then it does not even become a dead letter. */
  isOvertaken?(db: Db, event: Pick<ReceivedEvent<DescMessage>, "apiKeyId" | "subjects" | "timeMs">): Promise<boolean>;
  /** Called when events have been handled and that is committed. It may be missed, when the process is killed: a loop is woken that looks anyway. */
  readonly afterCommit?: () => void;
}

interface ConsumerOptions<Desc extends DescMessage, Prepared> extends Pick<Consumer, "afterCommit"> {
  readonly prepare?: (event: ReceivedEvent<Desc>) => Promise<Prepared>;
}

/**
 * Handles each event of the topic once: what `handle` does on `tx` is committed together with the note that the event is done, and with other
 * events that arrived at the same time. It is called again when that did not come to a commit, so it does nothing but statements on `tx`, within
 * milliseconds; slow work it adds as work.
 *
 * A `Failure` that says "never" (`invalid_argument`, `not_found`, …) makes the event a dead letter at once. While the database is away the
 * event waits. Any other error is tried again a few times and then makes a dead letter.
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

/** As `consumer`, for one whose statements take many events: all that arrived together, in order per key. */
export function batchConsumer<Desc extends DescMessage, Prepared = undefined>(
  topic: Topic<Desc>,
  handle: (tx: Db, arrivals: readonly Arrival<Desc, Prepared>[]) => Promise<void>,
  { prepare, ...more }: ConsumerOptions<Desc, Prepared> = {},
): Consumer {
  // The event is decoded by the topic's own message before it is handed over.
  const prepared = prepare === undefined ? {} : { prepare: prepare as NonNullable<Consumer["prepare"]> };
  return { topic, handle: handle as Consumer["handle"], ...prepared, ...more };
}

/** Hands what arrives of a topic to all of these, in one transaction: a topic has one consumer in a service. */
export function eachOf(topic: Topic, consumers: readonly Consumer[]): Consumer {
  return batchConsumer(
    topic,
    async (tx, arrivals: readonly Arrival<DescMessage, readonly unknown[]>[]) => {
      for (const [index, each] of consumers.entries()) {
        await each.handle(
          tx,
          arrivals.map(({ event, prepared }) => ({ event, prepared: prepared[index] })),
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

/** What every process does with an event that it may miss: its caches forget sooner than they would have. */
export interface Listener {
  readonly topic: Topic;
  onEvent(event: ReceivedEvent<DescMessage>): void;
}

/** A broadcast subscription: each event of the topic in every process, from its start on, without any promise. It may be missed and may come twice. */
export function listener<Desc extends DescMessage>(topic: Topic<Desc>, onEvent: (event: ReceivedEvent<Desc>) => void): Listener {
  return { topic, onEvent: onEvent as Listener["onEvent"] };
}
