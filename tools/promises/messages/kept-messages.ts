import { randomUUID } from "node:crypto";
import type { Kafka, KafkaMessage } from "kafkajs";

/** A message of a topic. */
export interface Kept {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** Everything that Kafka keeps of these topics now, in the order of each partition. */
export async function keptMessages(kafka: Kafka, topics: readonly string[]): Promise<Kept[]> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
  await admin.disconnect();
  const count = offsets.flat().reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  const kept: Kept[] = [];
  if (count === 0) return kept;
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const consumer = kafka.consumer({ groupId: `kept-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      kept.push({ topic, partition, message });
      if (kept.length === count) resolve();
    },
  });
  await isRead;
  await consumer.disconnect();
  return kept;
}
