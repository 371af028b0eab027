/** One message in transit. */
export interface BusMessage {
  readonly topic: string;
  /** Messages with the same key arrive in the order in which they were published. */
  readonly key: string;
  readonly payload: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReceivedMessage extends BusMessage {
  /** Its topic, partition and offset, as text for people. */
  readonly position: string;
}

/** A message that could not be handled now and has to be delivered again. */
export interface Unhandled {
  readonly message: ReceivedMessage;
  readonly error: Error;
  /**
   * When to deliver it again, by `performance.now()`; it is skipped until then. Absent when the subscription can handle nothing at present.
   */
  readonly retryAtMs?: number;
}

/** A message that the bus did not accept. */
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
   * Handles messages that have arrived, at most `maxBatch`, in order per key; must be safe to run twice with the same messages. The
   * messages that it returns are delivered again after a pause. Only messages of the same key wait meanwhile (Kafka: briefly, those of the
   * same partition). So when it returns a message, it must also return all later messages of the same key. When it rejects, all messages
   * are delivered again.
   */
  handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]>;
  /** Every process receives every message published from now on; no message is repeated, and a process misses messages while it is down. */
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
 * Transport between services: at least once, in order per key. The outbox must keep a message until `publish` has reported it as accepted.
 */
export interface Bus {
  /** Most messages per call of `publish`, for the relay. */
  readonly batchSize: number;
  /**
   * Resolves when each message was accepted or not; never rejects. After a message that was not accepted, no other of its key is accepted,
   * unless the first was refused for good.
   */
  publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]>;
  /** Resolves at once; messages arrive once the bus is reachable. */
  subscribe(subscription: Subscription): Subscribed;
  lag(): readonly Lag[];
  /**
   * Warnings about topics whose events, or consumers whose positions, the bus keeps for too long or too short a time; undefined for a bus
   * that keeps nothing.
   */
  retentionProblems?(topics: readonly string[], inboxRetentionMs: number): Promise<string[]>;
  close(): Promise<void>;
}
