import { type Kafka, Partitioners, type Producer, type TopicMessages } from "kafkajs";
import type { BusMessage, Undelivered } from "./bus.ts";
import { kafkaRetry } from "./kafka-client.ts";

// A request of this size fits the brokers' default limit of a record batch, however its messages are partitioned.
const maxRequestBytes = 1_000_000;
const ackTimeoutMs = 10_000;

// A broker's errors for a message that it will never accept.
const refusals = new Set(["MESSAGE_TOO_LARGE", "RECORD_LIST_TOO_LARGE", "INVALID_RECORD"]);

/** Sends messages and waits until all in-sync replicas have them; one request at a time, in order. */
export class KafkaPublisher {
  readonly #producer: Producer;
  readonly #prefix: string;
  #connecting: Promise<void> | undefined;

  constructor(kafka: Kafka, prefix: string) {
    this.#prefix = prefix;
    this.#producer = kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      maxInFlightRequests: 1,
      // The relay retries anyway, and a stopping process waits for this.
      retry: { ...kafkaRetry, retries: 2 },
    });
  }

  async publish(messages: readonly BusMessage[]): Promise<Undelivered[]> {
    const undelivered: Undelivered[] = [];
    const chunks = chunksOf(messages);
    for (const [index, chunk] of chunks.entries()) {
      const failed = await this.#publishChunk(chunk);
      undelivered.push(...failed);
      const outage = failed.find(({ refused }) => !refused);
      if (outage !== undefined) return [...undelivered, ...laterAll(chunks.slice(index + 1).flat(), outage.error)];
    }
    return undelivered;
  }

  async close(): Promise<void> {
    await this.#connecting?.catch(() => undefined);
    await this.#producer.disconnect();
  }

  async #publishChunk(chunk: readonly BusMessage[]): Promise<Undelivered[]> {
    const error = await this.#send(chunk);
    if (error === undefined) return [];
    if (!isRefusal(error)) return laterAll(chunk, error);
    return chunk.length > 1 ? this.#publishSingly(chunk) : chunk.map((message) => ({ message, refused: true, error }));
  }

  // Finds the refused message; those that the first attempt delivered arrive twice.
  async #publishSingly(messages: readonly BusMessage[]): Promise<Undelivered[]> {
    const undelivered: Undelivered[] = [];
    for (const [index, message] of messages.entries()) {
      const error = await this.#send([message]);
      if (error === undefined) continue;
      if (!isRefusal(error)) return [...undelivered, ...laterAll(messages.slice(index), error)];
      undelivered.push({ message, refused: true, error });
    }
    return undelivered;
  }

  async #send(messages: readonly BusMessage[]): Promise<Error | undefined> {
    try {
      await this.#connect();
      await this.#producer.sendBatch({ acks: -1, timeout: ackTimeoutMs, topicMessages: byTopic(messages, this.#prefix) });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #connect(): Promise<void> {
    this.#connecting ??= this.#producer.connect().catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }
}

function laterAll(messages: readonly BusMessage[], error: Error): Undelivered[] {
  return messages.map((message) => ({ message, refused: false, error }));
}

// kafkajs wraps the broker's error once or twice.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("type" in error && refusals.has(String(error.type))) || isRefusal(error.cause);
}

function byTopic(messages: readonly BusMessage[], prefix: string): TopicMessages[] {
  return [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, all]) => ({
    topic: prefix + topic,
    messages: all.map(({ key, payload, headers }) => ({ key, value: asBuffer(payload), headers })),
  }));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function chunksOf(messages: readonly BusMessage[]): BusMessage[][] {
  const chunks: BusMessage[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = sizeOf(message);
    if (bytes + size > maxRequestBytes) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(message);
    bytes += size;
  }
  return chunks;
}

const recordOverheadBytes = 100;

function sizeOf({ key, payload, headers }: BusMessage): number {
  let bytes = recordOverheadBytes + payload.length + key.length * 3;
  for (const value of Object.values(headers)) bytes += recordOverheadBytes + value.length * 3;
  return bytes;
}
