import { randomUUID } from "node:crypto";
import type { Kafka } from "kafkajs";

/** An event in Kafka. */
export interface Published {
  readonly id: string;
  readonly partition: number;
  /** The position of the event in its partition. */
  readonly offset: number;
}

/** Everything in a topic, in the order of each partition. */
export async function readPublished(kafka: Kafka, topic: string): Promise<Published[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  let left = ends.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  const published: Published[] = [];
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  if (left === 0) return published;
  const consumer = kafka.consumer({ groupId: `promise-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ partition, message: { headers = {}, offset } }) => {
      published.push({ id: String(headers["event-id"]), partition, offset: Number(offset) });
      if (--left === 0) resolve();
    },
  });
  await isRead;
  await consumer.disconnect();
  return published.sort((left, right) => left.partition - right.partition || left.offset - right.offset);
}
