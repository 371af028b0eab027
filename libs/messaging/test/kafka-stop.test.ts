import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { createKafka } from "../src/bus/kafka-client.ts";
import { newTopics } from "./kafka.ts";
import { newShape, startBoth } from "./parley.ts";
import { texts } from "./texts.ts";

const brokers = await kafkaForTests();

describe.skipIf(brokers === undefined)("on Kafka", () => {
  test("a process stops within seconds, also while its group waits for a member that has died", { timeout: 60_000 }, async () => {
    const environment = await newTopics(brokers ?? "");
    const group = await silentMember(environment.PARLEY_KAFKA_PREFIX ?? "");
    const { process } = await startBoth(await newShape({ ...environment, ...withConstants({ kafkaSessionMs: 20_000 }) }));
    await until(async () => (await group.state()) === "PreparingRebalance");

    const startedMs = performance.now();
    await process.stop();

    expect(performance.now() - startedMs).toBeLessThan(4_000);
  });
});

/** A member that has every partition, and neither finishes its message nor speaks to Kafka, so that its group cannot rebalance. */
async function silentMember(prefix: string) {
  const kafka = createKafka({
    brokers: [brokers ?? ""],
    clientId: "silent",
    prefix,
    ssl: false,
    sasl: undefined,
    sessionMs: 20_000,
    log: pino({ level: "silent" }),
  });
  const groupId = `${prefix}receiver`;
  const consumer = kafka.consumer({ groupId, sessionTimeout: 20_000 });
  const producer = kafka.producer();
  const admin = kafka.admin();
  const holding = Promise.withResolvers<void>();
  const dead = Promise.withResolvers<void>();
  await Promise.all([consumer.connect(), producer.connect(), admin.connect()]);
  onTestFinished(async () => {
    dead.resolve();
    await Promise.all([consumer.disconnect(), admin.disconnect()]);
  });
  await consumer.subscribe({ topics: [prefix + texts.name], fromBeginning: true });
  await consumer.run({
    eachMessage: async () => {
      holding.resolve();
      await dead.promise;
    },
  });
  await producer.send({ topic: prefix + texts.name, messages: [{ key: "k", value: "held" }] });
  await producer.disconnect();
  await holding.promise;
  return { state: async () => (await admin.describeGroups([groupId])).groups[0]?.state };
}
