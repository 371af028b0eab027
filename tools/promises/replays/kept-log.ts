import { setTimeout as delay } from "node:timers/promises";
import kafkajs, { type Admin, type Kafka } from "kafkajs";
import "@parley/messaging/kafka-timers";
import { Patience } from "../../storm/patience.ts";
import type { Random } from "../../storm/random.ts";
import { type Kept, keptMessages } from "../messages/kept-messages.ts";

const { Kafka: KafkaClient, logLevel, AssignerProtocol } = kafkajs;
const patienceMs = 90_000;

/** A consumer group of a service. */
interface Group {
  readonly groupId: string;
  readonly topics: readonly string[];
}

/** The messages that Kafka keeps, and their consumer groups. */
export class KeptLog {
  readonly #kafka: Kafka;
  readonly #admin: Admin;
  readonly #partitions: ReadonlyMap<string, number>;

  private constructor(kafka: Kafka, admin: Admin, partitions: ReadonlyMap<string, number>) {
    this.#kafka = kafka;
    this.#admin = admin;
    this.#partitions = partitions;
  }

  static async open(brokers: string): Promise<KeptLog> {
    const kafka = new KafkaClient({ brokers: [brokers], logLevel: logLevel.NOTHING, retry: { retries: 12, maxRetryTime: 2_000 } });
    const admin = kafka.admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata();
    const own = topics.filter(({ name }) => !name.startsWith("__"));
    return new KeptLog(kafka, admin, new Map(own.map(({ name, partitions }) => [name, partitions.length])));
  }

  /** Everything that Kafka keeps now. */
  read(): Promise<Kept[]> {
    return keptMessages(this.#kafka, [...this.#partitions.keys()]);
  }

  /** Publishes the messages to random partitions of their topics. */
  async publish(kept: readonly Kept[], random: Random): Promise<void> {
    const producer = this.#kafka.producer();
    await producer.connect();
    const topicMessages = [...Map.groupBy(kept, ({ topic }) => topic)].map(([topic, all]) => ({
      topic,
      messages: all.map(({ message: { key, value, headers = {} } }) => ({
        key,
        value,
        headers,
        partition: random.between(0, (this.#partitions.get(topic) ?? 1) - 1),
      })),
    }));
    await producer.sendBatch({ topicMessages });
    await producer.disconnect();
  }

  /** The groups with committed offsets: every service has one; the storm's reader has none. */
  async groups(): Promise<Group[]> {
    const { groups: listed } = await this.#admin.listGroups();
    const { groups } = await this.#admin.describeGroups(listed.map(({ groupId }) => groupId));
    const found: Group[] = [];
    for (const { groupId, members } of groups) {
      const topics = members.flatMap(({ memberMetadata }) => AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? []);
      const noted = (await this.#admin.fetchOffsets({ groupId })).some(({ partitions }) =>
        partitions.some(({ offset }) => Number(offset) >= 0),
      );
      if (noted && members.length > 0 && !groupId.startsWith("storm-")) found.push({ groupId, topics: [...new Set(topics)] });
    }
    return found;
  }

  /** A new member joins each group, gets its share of the partitions and leaves without work, so that all members are reassigned twice. */
  async rebalance(groups: readonly Group[]): Promise<void> {
    await Promise.all(groups.map((group) => this.#joinAndLeave(group)));
  }

  async #joinAndLeave({ groupId, topics }: Group): Promise<void> {
    const consumer = this.#kafka.consumer({ groupId, retry: { retries: 20 } });
    const { promise: hasJoined, resolve, reject } = Promise.withResolvers<void>();
    consumer.on(consumer.events.GROUP_JOIN, () => resolve());
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics] });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => undefined });
    await hasJoined;
    await consumer.disconnect();
  }

  /** Waits until the groups have consumed everything, or make no progress; returns the number of unconsumed messages. */
  async unconsumed(groups: readonly Group[]): Promise<number> {
    const patience = new Patience(patienceMs);
    for (;;) {
      const left = await this.#lag(groups);
      if (left === 0 || patience.isOver(left)) return left;
      await delay(500);
    }
  }

  close(): Promise<void> {
    return this.#admin.disconnect();
  }

  async #lag(groups: readonly Group[]): Promise<number> {
    let lag = 0;
    for (const { groupId, topics } of groups) {
      for (const { topic, partitions } of await this.#admin.fetchOffsets({ groupId, topics: [...topics] })) {
        const ends = new Map((await this.#admin.fetchTopicOffsets(topic)).map(({ partition, high, low }) => [partition, { high, low }]));
        for (const { partition, offset } of partitions) {
          const { high = "0", low = "0" } = ends.get(partition) ?? {};
          lag += Number(high) - Math.max(Number(offset), Number(low));
        }
      }
    }
    return lag;
  }
}
