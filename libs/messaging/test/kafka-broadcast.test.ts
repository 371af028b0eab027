import { createLogger } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, describe, expect, test } from "vitest";
import { KafkaBus } from "../src/bus/kafka-bus.ts";
import { createKafka, type KafkaOptions } from "../src/bus/kafka-client.ts";
import { newTopics } from "./kafka.ts";
import { ownBroker } from "./own-broker.ts";
import { texts } from "./texts.ts";

// Shared brokers remove empty groups every ten minutes, this one every two seconds.
const broker = await ownBroker("BROADCASTS OVER KAFKA");

afterAll(() => broker?.remove());

describe.skipIf(broker === undefined)("a broadcast over Kafka", () => {
  test("reaches every process, is reported under one name, and leaves no group behind", { timeout: 60_000 }, async () => {
    if (broker === undefined) return;
    const { PARLEY_KAFKA_PREFIX: prefix = "" } = await newTopics(broker.brokers);
    const options: KafkaOptions = {
      brokers: [broker.brokers],
      clientId: "test",
      prefix,
      ssl: false,
      sasl: undefined,
      sessionMs: 2_000,
      log: await createLogger({ level: "silent", pretty: false }),
    };
    const buses = [new KafkaBus(options), new KafkaBus(options)];
    const heard = buses.map(() => 0);
    for (const [index, bus] of buses.entries()) {
      const handle = async () => {
        heard[index] = (heard[index] ?? 0) + 1;
        return [];
      };
      bus.subscribe({ group: "news", topics: [texts.name], concurrency: 1, broadcast: true, handle });
    }
    const admin = createKafka(options).admin();
    await admin.connect();
    const groups = async () => (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));

    // A subscriber joins after a while, so messages are published until each has received one.
    await until(async () => {
      await buses[0]?.publish([{ topic: texts.name, key: "key", payload: new Uint8Array(), headers: {} }]);
      return heard.every((count) => count > 0);
    }, 20_000);
    const during = await groups();
    const names = buses.flatMap((bus) => bus.lag().map(({ group }) => group));
    await Promise.all(buses.map((bus) => bus.close()));

    expect(during).toHaveLength(2);
    expect(new Set(names)).toEqual(new Set(["news"]));
    await until(async () => (await groups()).length === 0, 30_000);
    await admin.disconnect();
  });
});
