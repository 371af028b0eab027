import { querySql, until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { Kafka, logLevel } from "kafkajs";
import "../src/bus/kafka-timers.ts";
import { describe, expect, test } from "vitest";
import { newTopics } from "./kafka.ts";
import { bodies, count, newShape, startBoth } from "./parley.ts";
import { save, texts } from "./texts.ts";

const brokers = await kafkaForTests();
const kafka = new Kafka({ brokers: [brokers ?? ""], logLevel: logLevel.NOTHING });

describe.skipIf(brokers === undefined)("on a Kafka topic", () => {
  test("events that are read again from the beginning change nothing", async () => {
    const environment = await newTopics(brokers ?? "");
    const shape = await newShape(environment);
    const first = await startBoth(shape);
    for (let change = 0; change < 30; change++) await save(first.database, `note${change % 3}`, `${change}`);
    await until(async () => (await count(shape, "receiver.effects")) === 30, 20_000);
    const before = await bodies(shape);
    await first.process.stop();

    const admin = kafka.admin();
    await admin.connect();
    const prefix = environment.PARLEY_KAFKA_PREFIX;
    await until(() =>
      admin.resetOffsets({ groupId: `${prefix}receiver`, topic: `${prefix}${texts.name}`, earliest: true }).then(
        () => true,
        () => false,
      ),
    );
    await admin.disconnect();
    const second = await startBoth(shape);
    await save(second.database, "note0", "last");
    await until(async () => (await bodies(shape)).includes("last"), 20_000);

    const metrics = await (
      await fetch(`http://127.0.0.1:${second.process.process.opsPort}/metrics`, { headers: { connection: "close" } })
    ).text();
    expect(Number(/outcome="repeated"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
    expect(metrics).toMatch(/parley_consumer_lag\{group="receiver",topic="texts.v1"\} \d/);
    expect(await bodies(shape)).toEqual([...before, "last"]);
  });

  test("messages that are not events of ours become dead letters, each once, and delay no others", async () => {
    const environment = await newTopics(brokers ?? "");
    const shape = await newShape(environment);
    const { database } = await startBoth(shape);
    const producer = kafka.producer();
    await producer.connect();

    await producer.send({
      topic: `${environment.PARLEY_KAFKA_PREFIX}${texts.name}`,
      messages: [
        { key: null, value: null },
        { key: "\0", value: "{}", headers: { "event-id": "not an id", "event-type": "\0" } },
        { key: Buffer.from([0xff, 0xfe]), value: Buffer.from([0xff]), headers: { "api-key-id": Buffer.from([0xff]) } },
        { key: "k", value: "x", headers: { "event-id": "01890a5d-ac96-774b-bcce-b302099a8057", "event-type": "parley.activity.v9.Text" } },
      ],
    });
    await producer.disconnect();
    for (let note = 0; note < 20; note++) await save(database, `note${note}`, `${note}`);

    await until(async () => (await count(shape, "receiver.effects")) === 20, 20_000);
    await until(async () => (await count(shape, "receiver.dead_letters")) === 4, 20_000);
    const letters = await querySql<{ reason: string }>(shape.databaseUrl, "select reason from receiver.dead_letters order by reason");
    expect(letters.map(({ reason }) => reason)).toEqual(["no_event_id", "no_event_id", "no_event_id", "wrong_type"]);
  });
});
