import kafkajs, { type Kafka } from "kafkajs";
import { kafkaRetry } from "./kafka-client.ts";

// Node does not detect it among the exports of the CommonJS package.
const { ConfigResourceTypes } = kafkajs;

const minuteMs = 60_000;

interface Found {
  readonly topic: string;
  readonly retentionMs: number;
}

/**
 * Warnings about Kafka's retention: a topic that keeps events for longer than the inbox remembers them, or consumer positions that expire
 * before the events do.
 */
export async function retentionProblems(kafka: Kafka, topics: readonly string[], inboxRetentionMs: number): Promise<string[]> {
  const admin = kafka.admin({ retry: kafkaRetry });
  await admin.connect();
  try {
    const found = await topicRetentions(admin, topics);
    const offsetsMs = await offsetsRetentionMs(admin);
    return found.flatMap(({ topic, retentionMs }) => [
      ...(retentionMs < 0 || retentionMs > inboxRetentionMs
        ? [
            `${topic} keeps events for ${hours(retentionMs)}, longer than PARLEY_INBOX_RETENTION_HOURS: a repeated event may take effect twice.`,
          ]
        : []),
      ...(offsetsMs !== undefined && offsetsMs < retentionMs
        ? [
            `Kafka forgets a consumer's position after ${hours(offsetsMs)} (offsets.retention.minutes), before the events of ${topic} (${hours(retentionMs)}).`,
          ]
        : []),
    ]);
  } finally {
    await admin.disconnect();
  }
}

type Admin = ReturnType<Kafka["admin"]>;

async function topicRetentions(admin: Admin, topics: readonly string[]): Promise<Found[]> {
  const wanted = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: ["retention.ms"] }));
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: wanted });
  return resources.flatMap(({ resourceName, configEntries }) =>
    configEntries
      .filter(({ configName }) => configName === "retention.ms")
      .map(({ configValue }) => ({ topic: resourceName, retentionMs: Number(configValue) })),
  );
}

async function offsetsRetentionMs(admin: Admin): Promise<number | undefined> {
  const { brokers } = await admin.describeCluster();
  const name = String(brokers[0]?.nodeId ?? "");
  const configNames = ["offsets.retention.minutes"];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.BROKER, name, configNames }],
  });
  const value = resources[0]?.configEntries.find(({ configName }) => configName === "offsets.retention.minutes")?.configValue;
  return value === undefined ? undefined : Number(value) * minuteMs;
}

function hours(ms: number): string {
  return ms < 0 ? "ever" : `${Math.round(ms / 36_000) / 100} hours`;
}
