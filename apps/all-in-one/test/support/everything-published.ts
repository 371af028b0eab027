import { randomText } from "@parley/kernel";
import { until } from "@parley/testing";
import { Kafka, logLevel } from "kafkajs";
import "@parley/messaging/kafka-timers";

/**
 * Every message of every topic whose name has the prefix, as text after the name of its topic: for tests that search for data that must not
 * be sent.
 */
export async function everythingPublished(brokers: string, prefix: string): Promise<string> {
  const kafka = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId: `${prefix}${randomText(8)}` });
  await admin.connect();
  await consumer.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    const partitions = (await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)))).flat();
    const count = partitions.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
    const messages: string[] = [];
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, message: { key, value, headers } }) => {
        messages.push(`${topic} ${key} ${value} ${Object.entries(headers ?? {}).join(" ")}`);
      },
    });
    await until(() => messages.length >= count, 20_000);
    return messages.join("\n");
  } finally {
    await consumer.disconnect();
    await admin.disconnect();
  }
}
