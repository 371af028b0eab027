import { type Command, ConfigError, command, createLogger } from "@parley/runtime";
import { maxEventBytes, type Topic } from "../events/event.ts";
import { kafkaOptions } from "../process/kafka-options.ts";
import { type MessagingConfig, messagingSettings, type TopicConfig, topicSettings } from "../process/settings.ts";
import { awaitTopics } from "./await-topics.ts";

type Config = MessagingConfig & TopicConfig;

const hourMs = 3_600_000;
// Leaves room for headers and record overhead.
const maxMessageBytes = maxEventBytes + 48_576;

/** The `create-topics` command; existing topics are left as they are. */
export function createTopicsCommand(topics: readonly Topic[]): Command {
  return command({
    description: "Create the topics that Kafka does not have yet.",
    config: { ...messagingSettings, ...topicSettings },
    run: (config) => createTopics(topics, config),
  });
}

/** Creates the topics that the brokers lack, and returns a sentence that names them. */
export async function createTopics(topics: readonly Topic[], config: Config): Promise<string> {
  refuseShortInbox(config);
  // Loaded only here, so that other commands do not load the Kafka client.
  const { createKafka, kafkaRetry } = await import("../bus/kafka-client.ts");
  const log = await createLogger({ level: "silent", pretty: false });
  const admin = createKafka(kafkaOptions(config, log)).admin({ retry: kafkaRetry });
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = topics.map(({ name }) => config.kafkaPrefix + name).filter((name) => !existing.has(name));
    if (missing.length === 0) return `All ${topics.length} topics exist.`;
    await admin.createTopics({ waitForLeaders: false, topics: missing.map((topic) => definition(topic, config)) });
    // The client's own wait fails when a broker does not know the topic yet.
    await awaitTopics(admin, missing);
    return `Created the topics ${missing.join(", ")}.`;
  } finally {
    await admin.disconnect();
  }
}

function definition(topic: string, { topicPartitions, topicReplication, topicRetentionHours }: Config) {
  const settings = {
    "cleanup.policy": "delete",
    "retention.ms": topicRetentionHours * hourMs,
    "max.message.bytes": maxMessageBytes,
    // One replica may be down without a pause; every acknowledged event is on two.
    "min.insync.replicas": Math.min(2, topicReplication),
  };
  return {
    topic,
    numPartitions: topicPartitions,
    replicationFactor: topicReplication,
    configEntries: Object.entries(settings).map(([name, value]) => ({ name, value: String(value) })),
  };
}

// A repeated event that the inbox has forgotten would take effect again.
function refuseShortInbox({ kafkaBrokers, inboxRetentionHours, topicRetentionHours }: Config): void {
  const problems = [
    ...(kafkaBrokers.length === 0 ? ["PARLEY_KAFKA_BROKERS is required to create topics."] : []),
    ...(inboxRetentionHours <= topicRetentionHours
      ? [`PARLEY_INBOX_RETENTION_HOURS (${inboxRetentionHours}) must be larger than PARLEY_TOPIC_RETENTION_HOURS (${topicRetentionHours}).`]
      : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
}
