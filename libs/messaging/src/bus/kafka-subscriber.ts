import { setTimeout as delay } from "node:timers/promises";
import { backoffMs } from "@parley/kernel";
import { type Logger, OutageLog } from "@parley/runtime";
import type { Consumer, ConsumerCrashEvent, EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";
import { type Lag, maxBatch, type ReceivedMessage, type Subscribed, type Subscription, type Unhandled } from "./bus.ts";
import { Gathering } from "./gathering.ts";
import { kafkaRetry } from "./kafka-client.ts";
import { OffsetCommits } from "./offset-commits.ts";

interface SubscriberOptions {
  readonly kafka: Kafka;
  readonly prefix: string;
  /** The group's name at the brokers. */
  readonly groupId: string;
  readonly sessionMs: number;
  readonly log: Logger;
  readonly subscription: Subscription;
}

// The broker's next fetch waits until every partition of this one has been handled, so none may take long.
const sliceMs = 1_000;
// The messages of these partitions are gathered into batches, of which the subscription's `concurrency` run at a time.
const partitionsTogether = 64;
// Pause for other messages of a partition in which one waits for its retry. Each round costs a lookup in the inbox.
const othersWaitMs = 250;
// Time to acknowledge handled messages and leave the group. A group that waits for a dead member would block the stop for as long as it
// waits.
const goodbyeMs = 3_000;
// Short, so that the consumer soon notices that Kafka is back, however long it was down.
const longestJoinPauseMs = 3_000;

/** One member of a consumer group until it is closed: joins again whenever its kafkajs consumer ends. */
export class KafkaSubscriber implements Subscribed {
  readonly #options: SubscriberOptions;
  readonly #stopping = new AbortController();
  readonly #resumes = new Set<NodeJS.Timeout>();
  readonly #failures = new Map<string, number>();
  readonly #failing: OutageLog;
  readonly #handling = new Set<Promise<unknown>>();
  readonly #gathering: Gathering;
  readonly #lags = new Map<string, Lag>();
  readonly #running: Promise<void>;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.#failing = new OutageLog(options.log);
    this.#gathering = new Gathering(options.subscription);
    this.#running = this.#run();
  }

  lag(): readonly Lag[] {
    return [...this.#lags.values()];
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#resumes) clearTimeout(timer);
    await Promise.allSettled(this.#handling);
    await Promise.race([this.#running, delay(goodbyeMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { kafka, groupId, sessionMs, log, subscription } = this.#options;
    const { signal } = this.#stopping;
    const { group, topics } = subscription;
    const outage = new OutageLog(log);
    for (let failures = 1; !signal.aborted; failures++) {
      const consumer = kafka.consumer({
        groupId,
        allowAutoTopicCreation: false,
        sessionTimeout: sessionMs,
        rebalanceTimeout: 30_000,
        heartbeatInterval: sessionMs / 5,
        maxWaitTimeInMs: 500,
        maxBytesPerPartition: 256 * 1024,
        // However a consumer ends, this loop creates the next: kafkajs restarts after some errors and not after others.
        retry: { ...kafkaRetry, restartOnFailure: async () => false },
      });
      consumer.on(consumer.events.GROUP_JOIN, () => {
        this.#lags.clear();
        failures = 1;
        outage.over({ group }, "The consumer is a member of its group again.");
      });
      try {
        const ended = await this.#consume(consumer);
        if (ended !== undefined) outage.failed({ err: ended, group }, "The consumer lost Kafka and joins again.");
      } catch (error) {
        outage.failed(
          { err: error, group, topics },
          "The consumer cannot join its group yet: is Kafka up, and do the topics exist (command `create-topics`)?",
        );
      }
      await consumer.disconnect().catch((error: unknown) => log.debug({ err: error }, "A consumer did not disconnect cleanly."));
      await delay(backoffMs(failures, longestJoinPauseMs), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Consumes until told to stop, or until kafkajs stops by itself: then it returns the reason. */
  async #consume(consumer: Consumer): Promise<Error | undefined> {
    const { prefix, subscription } = this.#options;
    const { signal } = this.#stopping;
    const ended = Promise.withResolvers<Error | undefined>();
    consumer.on(consumer.events.CRASH, ({ payload }: ConsumerCrashEvent) => ended.resolve(payload.error));
    const stop = () => ended.resolve(undefined);
    signal.addEventListener("abort", stop);
    try {
      await consumer.connect();
      const topics = subscription.topics.map((topic) => prefix + topic);
      await consumer.subscribe({ topics, fromBeginning: !subscription.broadcast });
      if (signal.aborted) return undefined;
      const commits = new OffsetCommits();
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitionsTogether,
        eachBatch: (payload) => this.#eachBatch(payload, commits),
      });
      return await ended.promise;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async #eachBatch(payload: EachBatchPayload, commits: OffsetCommits): Promise<void> {
    const { batch, isRunning, isStale, heartbeat } = payload;
    const untilMs = performance.now() + sliceMs;
    try {
      for (let from = 0; from < batch.messages.length; from += maxBatch) {
        if (this.#stopping.signal.aborted || !isRunning() || isStale() || performance.now() > untilMs) break;
        if (!(await this.#handled(payload, batch.messages.slice(from, from + maxBatch)))) break;
        await heartbeat();
      }
      await this.#acknowledge(payload, commits);
    } catch (error) {
      // kafkajs handles its own errors; an error with another name could end the consumer permanently.
      if (error instanceof Error && error.name.startsWith("KafkaJS")) {
        // Often the group is only rebalancing, and messages acknowledged now are not delivered again.
        await this.#acknowledge(payload, commits).catch(() => undefined);
        throw error;
      }
      this.#options.log.warn({ err: error }, "A batch was not finished and will be fetched again.");
    }
  }

  /** Returns whether all messages were handled. If not, those before the first unhandled one are acknowledged, and the partition waits. */
  async #handled(payload: EachBatchPayload, messages: readonly KafkaMessage[]): Promise<boolean> {
    const { topic, partition } = payload.batch;
    const place = `${topic}/${partition}`;
    const { group } = this.#options.subscription;
    const all = messages.map((message) => received(this.#options.prefix, payload, message));
    const unhandled = await this.#handle(all);
    const [first] = unhandled;
    const done = first === undefined ? all.length : all.indexOf(first.message);
    const last = messages[done - 1];
    if (last !== undefined) {
      payload.resolveOffset(last.offset);
      this.#noteLag(payload, last.offset);
    }
    if (first === undefined) {
      this.#failures.delete(place);
      if (this.#failures.size === 0) this.#failing.over({ group }, "Messages are handled again.");
      return true;
    }
    const failures = (this.#failures.get(place) ?? 0) + 1;
    this.#failures.set(place, failures);
    const offset = messages[done]?.offset;
    this.#failing.failed(
      { err: first.error, group, place, offset, failures },
      "A message could not be handled; it will be delivered again.",
    );
    this.#pause(payload, pauseMs(unhandled, failures));
    return false;
  }

  /** The messages that must be delivered again, in order. */
  async #handle(messages: readonly ReceivedMessage[]): Promise<readonly Unhandled[]> {
    const handling = this.#gathering.handle(messages);
    this.#handling.add(handling);
    try {
      const unhandled = new Map((await handling).map((one) => [one.message, one]));
      return messages.flatMap((message) => unhandled.get(message) ?? []);
    } catch (error) {
      return messages.map((message) => ({ message, error: error instanceof Error ? error : new Error(String(error)) }));
    } finally {
      this.#handling.delete(handling);
    }
  }

  #pause({ pause }: EachBatchPayload, ms: number): void {
    if (this.#stopping.signal.aborted) return;
    const resume = pause();
    const timer = setTimeout(() => {
      this.#resumes.delete(timer);
      resume();
    }, ms);
    this.#resumes.add(timer);
  }

  async #acknowledge(payload: EachBatchPayload, commits: OffsetCommits): Promise<void> {
    if (!this.#options.subscription.broadcast) await commits.commit(payload);
  }

  #noteLag({ batch: { topic, partition, highWatermark } }: EachBatchPayload, offset: string): void {
    const messages = Math.max(0, Number(highWatermark) - Number(offset) - 1);
    const { group } = this.#options.subscription;
    this.#lags.set(`${topic}/${partition}`, { group, topic: topic.slice(this.#options.prefix.length), messages });
  }
}

function pauseMs(unhandled: readonly Unhandled[], failures: number): number {
  const retriesAtMs = unhandled.flatMap(({ retryAtMs = [] }) => retryAtMs);
  if (retriesAtMs.length < unhandled.length) return backoffMs(failures);
  return Math.min(othersWaitMs, Math.max(0, Math.min(...retriesAtMs) - performance.now()));
}

function received(
  prefix: string,
  { batch: { topic, partition } }: EachBatchPayload,
  { key, value, headers = {}, offset }: KafkaMessage,
): ReceivedMessage {
  return {
    topic: topic.slice(prefix.length),
    key: key?.toString("utf8") ?? "",
    payload: value ?? new Uint8Array(),
    headers: Object.fromEntries(Object.entries(headers).map(([name, content]) => [name, String(content)])),
    position: `${topic}/${partition}/${offset}`,
  };
}
