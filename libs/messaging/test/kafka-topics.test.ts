import { createLogger, readConfig } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { Kafka, logLevel } from "kafkajs";
import "../src/bus/kafka-timers.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { KafkaBus } from "../src/bus/kafka-bus.ts";
import { messagingSettings } from "../src/index.ts";
import { kafkaOptions } from "../src/process/kafka-options.ts";
import { createTopics, newTopics } from "./kafka.ts";
import { bodies, count, newShape, startBoth, startSender } from "./parley.ts";
import { save, texts } from "./texts.ts";

const brokers = await kafkaForTests();

async function openAdmin() {
  const admin = new Kafka({ brokers: [brokers ?? ""], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  onTestFinished(() => admin.disconnect());
  return admin;
}

// 2 stands for a topic in Kafka's protocol.
const resources = (name: string) => ({ resources: [{ type: 2, name }] });

describe.skipIf(brokers === undefined)("topics", () => {
  test("are created as configured, and left as they are when they exist", async () => {
    const environment = await newTopics(brokers ?? "");
    const again = await createTopics({ ...environment, PARLEY_TOPIC_PARTITIONS: "9" });
    const admin = await openAdmin();
    const name = `${environment.PARLEY_KAFKA_PREFIX}${texts.name}`;

    const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
    const { resources: described } = await admin.describeConfigs({ includeSynonyms: false, ...resources(name) });

    expect(again).toBe("All 1 topics exist.");
    expect(topics[0]?.partitions.length).toBe(4);
    const settings = new Map(described[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
    expect([settings.get("retention.ms"), settings.get("cleanup.policy")]).toEqual([String(7 * 24 * 3_600_000), "delete"]);
  });

  test("cannot be created to keep events longer than the inbox remembers them", async () => {
    const created = createTopics({ PARLEY_KAFKA_BROKERS: brokers ?? "", PARLEY_TOPIC_RETENTION_HOURS: "400" });

    await expect(created).rejects.toThrow("PARLEY_INBOX_RETENTION_HOURS (336) must be larger than PARLEY_TOPIC_RETENTION_HOURS (400)");
  });

  test("whose events Kafka removed before a group read them are reported: the process is ready, degraded, and continues with the remaining ones", async () => {
    const environment = await newTopics(brokers ?? "");
    const shape = await newShape(environment);
    const first = await startBoth(shape);
    await save(first.database, "note", "read");
    await until(async () => (await bodies(shape)).length === 1, 20_000);
    await first.process.stop();
    const alone = await startSender(shape);
    for (const body of ["lost-1", "lost-2"]) await save(alone.database, "note", body);
    await until(async () => (await count(shape, "sender.outbox")) === 0, 20_000);
    await alone.process.stop();
    const admin = await openAdmin();
    const topic = `${environment.PARLEY_KAFKA_PREFIX}${texts.name}`;
    const partitions = (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ partition, offset: high }));
    await admin.deleteTopicRecords({ topic, partitions });

    const again = await startBoth(shape);
    const ops = (path: string) => fetch(`http://127.0.0.1:${again.process.process.opsPort}${path}`, { headers: { connection: "close" } });
    await until(
      async () => (await (await ops("/metrics")).text()).includes(`parley_consumer_gaps_total{group="receiver",topic="${texts.name}"} 1`),
      30_000,
    );
    await save(again.database, "note", "after");
    await until(async () => (await bodies(shape)).length === 2, 20_000);
    const ready = await ops("/readyz");

    expect(await bodies(shape)).toEqual(["read", "after"]);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true, degraded: [{ name: `events of ${texts.name} for receiver` }] });
  }, 120_000);

  test("that keep events longer than the inbox, or than Kafka keeps positions, are reported", async () => {
    const environment = await newTopics(brokers ?? "");
    const bus = new KafkaBus(
      kafkaOptions(readConfig(messagingSettings, environment, []), await createLogger({ level: "silent", pretty: false })),
    );

    const problems = [await bus.retentionProblems([texts.name], 8 * 24 * 3_600_000), await bus.retentionProblems([texts.name], 3_600_000)];
    await bus.close();

    expect(problems[0]?.filter((problem) => problem.includes("PARLEY_INBOX_RETENTION_HOURS"))).toEqual([]);
    expect(problems[1]?.[0]).toContain("keeps events for 168 hours, longer than PARLEY_INBOX_RETENTION_HOURS");
  });

  test("that refuse an event make it a dead letter, and others arrive", async () => {
    const environment = await newTopics(brokers ?? "");
    const admin = await openAdmin();
    const name = `${environment.PARLEY_KAFKA_PREFIX}${texts.name}`;
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: 2, name, configEntries: [{ name: "max.message.bytes", value: "2000" }] }],
    });
    const shape = await newShape(environment);
    const { database } = await startBoth(shape);

    await save(database, "note", "x".repeat(5_000));
    for (let note = 0; note < 10; note++) await save(database, `note${note}`, `${note}`);

    await until(async () => (await querySql(shape.databaseUrl, "select from sender.outbox")).length === 0, 20_000);
    await until(async () => new Set(await bodies(shape)).size === 10, 20_000);
    const letters = await querySql(shape.databaseUrl, "select source, reason from sender.dead_letters");
    expect(letters).toEqual([{ source: "relay", reason: "refused" }]);
    expect((await bodies(shape)).length).toBe(10);
  });
});
