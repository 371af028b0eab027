import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { randomText } from "@parley/kernel";
import { programEnvironment, testEnvironment } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";

interface OwnTopics {
  /** Undefined if the tests have no Kafka. */
  readonly brokers: string | undefined;
  readonly prefix: string;
  /** The settings with which separate processes use them; empty without Kafka. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Topics for this test alone, created by the operators' command, with one partition each. */
export async function ownTopics(): Promise<OwnTopics> {
  const brokers = await kafkaForTests();
  const prefix = `test-${randomText(8)}.`;
  if (brokers === undefined) return { brokers, prefix, environment: {} };
  const environment = {
    PARLEY_KAFKA_BROKERS: brokers,
    PARLEY_KAFKA_PREFIX: prefix,
    PARLEY_EMBEDDED_BUS: "false",
    PARLEY_TOPIC_PARTITIONS: "1",
  };
  const main = resolve(import.meta.dirname, "../../../workspace/dist/main.js");
  await promisify(execFile)(process.execPath, [main, "create-topics"], {
    env: programEnvironment(testEnvironment("postgres://unused", environment)),
  });
  return { brokers, prefix, environment };
}
