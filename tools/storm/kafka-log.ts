import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import kafkajs, { type Admin, type Consumer, type Kafka, type KafkaMessage } from "kafkajs";
import "@parley/messaging/kafka-timers";
import type { Random } from "./random.ts";

const { Kafka: KafkaClient, logLevel } = kafkajs;
const keptEvents = 300;
const emptyWithinMs = 120_000;

interface Published {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** Reads everything that is published, and lets consumers receive it again. */
export class KafkaLog {
  readonly #kafka: Kafka;
  readonly #groupId = `storm-${randomUUID()}`;
  readonly #reader: Consumer;
  /** The newest events in order. */
  readonly #newest: Published[] = [];

  private constructor(brokers: string) {
    this.#kafka = new KafkaClient({ brokers: [brokers], logLevel: logLevel.NOTHING, retry: { retries: 12, maxRetryTime: 2_000 } });
    this.#reader = this.#kafka.consumer({ groupId: this.#groupId, retry: { restartOnFailure: async () => true } });
  }

  /** The topics must exist. */
  static async open(brokers: string): Promise<KafkaLog> {
    const log = new KafkaLog(brokers);
    const topics = await log.#withAdmin((admin) => admin.listTopics());
    await log.#reader.connect();
    await log.#reader.subscribe({ topics: topics.filter((topic) => !topic.startsWith("__")), fromBeginning: true });
    await log.#reader.run({
      eachMessage: async (published) => {
        log.#newest.push(published);
        log.#newest.splice(0, Math.max(0, log.#newest.length - keptEvents));
      },
    });
    return log;
  }

  /**
   * Publishes the newest events again, shuffled within each topic: they arrive twice, and older ones after newer ones. Returns their
   * number.
   */
  async repeat(random: Random): Promise<number> {
    const events = random.shuffled(this.#newest);
    const producer = this.#kafka.producer();
    await producer.connect();
    try {
      await producer.sendBatch({ topicMessages: byTopic(events) });
    } finally {
      await producer.disconnect();
    }
    return events.length;
  }

  /** Resets every consumer group to the oldest kept event; no other consumer may run meanwhile. Returns the number of groups. */
  rewind(): Promise<number> {
    return this.#withAdmin(async (admin) => {
      const { groups } = await admin.listGroups();
      const others = groups.filter(({ groupId }) => groupId !== this.#groupId);
      for (const { groupId } of others) {
        for (const { topic } of await admin.fetchOffsets({ groupId })) await rewindGroup(admin, groupId, topic);
      }
      return others.length;
    });
  }

  close(): Promise<void> {
    return this.#reader.disconnect();
  }

  async #withAdmin<Result>(use: (admin: Admin) => Promise<Result>): Promise<Result> {
    const admin = this.#kafka.admin();
    await admin.connect();
    try {
      return await use(admin);
    } finally {
      await admin.disconnect();
    }
  }
}

function byTopic(events: readonly Published[]) {
  const topics = Map.groupBy(events, ({ topic }) => topic);
  return [...topics].map(([topic, published]) => ({
    topic,
    messages: published.map(({ partition, message: { key, value, headers = {} } }) => ({ key, value, headers, partition })),
  }));
}

// Kafka refuses the reset while it believes that the group has members.
async function rewindGroup(admin: Admin, groupId: string, topic: string): Promise<void> {
  const deadline = performance.now() + emptyWithinMs;
  for (;;) {
    try {
      await admin.resetOffsets({ groupId, topic, earliest: true });
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(500);
    }
  }
}
