import { randomText } from "@parley/kernel";
import { readConfig, withConstants } from "@parley/runtime";
import { createTopics as createMissing, messagingSettings, topicSettings } from "../src/index.ts";
import { texts } from "./texts.ts";

/** The environment of processes that share new topics on these brokers. */
export async function newTopics(brokers: string, overrides: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const environment = {
    PARLEY_KAFKA_BROKERS: brokers,
    PARLEY_KAFKA_PREFIX: `test-${randomText(8)}.`,
    ...withConstants({ kafkaSessionMs: 2_000 }),
    PARLEY_TOPIC_PARTITIONS: "4",
    ...overrides,
  };
  await createTopics(environment);
  return environment;
}

export async function createTopics(environment: Readonly<Record<string, string>>): Promise<string> {
  const problems: string[] = [];
  const config = readConfig({ ...messagingSettings, ...topicSettings }, environment, problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return createMissing([texts], config);
}
