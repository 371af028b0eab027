import { KafkaJSProtocolError } from "kafkajs";
import { expect, test } from "vitest";
import { awaitTopics } from "./await-topics.ts";

/** Brokers that give these responses in turn, and then know every topic. */
function brokers(...answers: readonly string[]) {
  const asked: string[][] = [];
  return {
    asked,
    fetchTopicMetadata: async ({ topics = [] }: { topics?: string[] } = {}) => {
      const type = answers[asked.push(topics) - 1];
      if (type !== undefined) throw Object.assign(new KafkaJSProtocolError(new Error(type)), { type });
      return { topics: [] };
    },
  };
}

test("topics that brokers do not know yet, or that have no leader, are looked up again until they are available", async () => {
  const admin = brokers("UNKNOWN_TOPIC_OR_PARTITION", "LEADER_NOT_AVAILABLE", "UNKNOWN_TOPIC_OR_PARTITION");

  await awaitTopics(admin, ["texts.v1", "notes.v1"]);

  expect(admin.asked).toEqual(Array.from({ length: 4 }, () => ["texts.v1", "notes.v1"]));
});

test("a permanent error is passed to the caller at once", async () => {
  const admin = brokers("TOPIC_AUTHORIZATION_FAILED");

  await expect(awaitTopics(admin, ["texts.v1"])).rejects.toThrow("TOPIC_AUTHORIZATION_FAILED");
  expect(admin.asked.length).toBe(1);
});
