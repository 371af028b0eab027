/** One message in transit. */
export interface BusMessage {
  readonly topic: string;
  /** Messages of one key arrive in the order in which they were published. */
  readonly key: string;
  readonly payload: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReceivedMessage extends BusMessage {
  /** Its position, for people to read: topic, partition and offset. */
  readonly position: string;
}

/** A message that could not be handled now and has to be delivered again. */
export interface Unhandled {
  readonly message: ReceivedMessage;
  readonly error: Error;
  /** When it is tried again, as `performance.now()` tells the time; it is passed over until then. Absent when nothing of the subscription can be handled now. */
  readonly retryAtMs?: number;
}

/** A message that the bus did not take. */
export interface Undelivered {
  readonly message: BusMessage;
  /** True when it can never be accepted; otherwise it has to be published again later. */
  readonly refused: boolean;
  readonly error: Error;
}

export interface Subscription {
  /** Each message is handled by one member of each group. */
  readonly group: string;
  readonly topics: readonly string[];
  /** Most batches handled at the same time; messages of one key are never in two of them. */
  readonly concurrency: number;
  /**
   * Receives what has arrived, in order per key, at most `maxBatch` messages; must be safe to run twice with the same messages. The
   * messages that it returns are delivered again after a pause, during which messages of their key (Kafka: of their partition, for a moment) wait and
   * others do not: so with a message it returns all later ones of the same key. When it rejects, all are delivered again.
   */
  handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]>;
  /** Every process gets every message published from now on; nothing is repeated, and messages are lost to a process while it is down. */
  readonly broadcast?: boolean;
}

export interface Subscribed {
  /** Waits for running handlers. */
  close(): Promise<void>;
}

/** Most messages handled together: more would hold a transaction, and memory, for longer than they save. */
export const maxBatch = 256;

/** How far a group is behind. */
export interface Lag {
  readonly group: string;
  readonly topic: string;
  readonly messages: number;
}

/**
 * Transport between services: at least once, in order per key. It stores nothing that is not also in an outbox until `publish` has reported
 * it as accepted.
 */
export interface Bus {
  /** Most messages per call of `publish`, for the relay. */
  readonly batchSize: number;
  /**
   * Resolves when each message was accepted or not; it never rejects. After one that was not accepted no other of its key is, unless it was
   * refused for good.
   */
  publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]>;
  /** Resolves at once; messages arrive once the bus is reachable. */
  subscribe(subscription: Subscription): Subscribed;
  lag(): readonly Lag[];
  /**
   * Sentences about how long the bus keeps events of these topics and positions of consumers, if that is too short or too long; undefined
   * where nothing is kept.
   */
  retentionProblems?(topics: readonly string[], inboxRetentionMs: number): Promise<string[]>;
  close(): Promise<void>;
}
