/** One message as it travels. */
export interface BusMessage {
  readonly topic: string;
  /** Messages of one key arrive in the order in which they were published. */
  readonly key: string;
  readonly payload: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReceivedMessage extends BusMessage {
  /** Where it stood, for people: topic, partition and offset. */
  readonly position: string;
}

/** A message that could not be handled now and is to come again. */
export interface Unhandled {
  readonly message: ReceivedMessage;
  readonly error: Error;
}

/** A message that the bus did not take. */
export interface Undelivered {
  readonly message: BusMessage;
  /** It will never be taken as it is; otherwise it is to be published again later. */
  readonly refused: boolean;
  readonly error: Error;
}

export interface Subscription {
  /** Each message is handled by one member of each group. */
  readonly group: string;
  readonly topics: readonly string[];
  /** Batches that are handled at the same time at most; messages of one key are never in two of them. */
  readonly concurrency: number;
  /**
   * Is given what has arrived, in order per key, `maxBatch` at most; must be safe to run twice with the same messages. What it returns comes again after a
   * pause, in which messages of its key (Kafka: of its partition) wait and others do not: so it returns with a message all of its key
   * behind it. When it rejects, all come again.
   */
  handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]>;
  /** Every process gets every message, from now on; nothing is repeated, and what is missed while away is missed. */
  readonly broadcast?: boolean;
}

export interface Subscribed {
  /** Lets running handlers finish. */
  close(): Promise<void>;
}

/** Messages that are handled together at most: more would hold a transaction, and memory, for longer than they save. */
export const maxBatch = 256;

/** How far a group is behind. */
export interface Lag {
  readonly group: string;
  readonly topic: string;
  readonly messages: number;
}

/**
 * Transport between services: at least once, in order per key. It keeps nothing that is not also in an outbox until `publish` has answered
 * that it was taken.
 */
export interface Bus {
  /** Messages to be published in one call at most, for the relay. */
  readonly batchSize: number;
  /** Resolves when each message was taken or not; it never rejects. When one was not, none of its key after it was, unless it was refused. */
  publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]>;
  /** Resolves at once; messages come when the bus is reachable. */
  subscribe(subscription: Subscription): Subscribed;
  lag(): readonly Lag[];
  /** What is wrong with how long the bus keeps events of these topics, and positions of consumers, as sentences; absent where nothing is kept. */
  retentionProblems?(topics: readonly string[], inboxRetentionMs: number): Promise<string[]>;
  close(): Promise<void>;
}
