import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Database, migrate } from "@parley/database";
import { bundledProgram, querySql, testEnvironment, until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Failpoint, failpoints } from "../src/index.ts";
import { newTopics } from "./kafka.ts";
import { bodies, count, newShape, type Shape } from "./parley.ts";
import { receiver, receiverTables, save, senderTables } from "./texts.ts";

const brokers = await kafkaForTests();
const program = await bundledProgram(join(import.meta.dirname, "failpoint-child.ts"));
const shapes: Record<string, (() => Promise<Record<string, string>>) | undefined> = {
  "the embedded bus": async () => ({}),
  Kafka: brokers === undefined ? undefined : () => newTopics(brokers),
};

// The failpoints of erasure, webhooks and mails are hit by tests of those.
const elsewhere = ["erasure.", "webhook.", "email."];
const own = failpoints.filter((point) => !elsewhere.some((prefix) => point.startsWith(prefix)));
// The acknowledging failpoints exist only on Kafka; all others are killed on the embedded bus, and those that involve the bus on Kafka as
// well.
const ofKafka: readonly Failpoint[] = ["consumer.before-ack", "consumer.after-ack"];
const onKafkaToo: readonly Failpoint[] = ["relay.after-publish", "consumer.before-commit", "consumer.after-commit"];
const cases = {
  "the embedded bus": own.filter((point) => !ofKafka.includes(point)),
  Kafka: [...ofKafka, ...onKafkaToo],
};

test("every failpoint is hit by one of the tests", () => {
  expect(new Set(Object.values(cases).flat())).toEqual(new Set(own));
});

for (const [bus, points] of Object.entries(cases)) {
  const environment = shapes[bus];
  describe.skipIf(environment === undefined)(`over ${bus}`, () => {
    test("a process that is not killed ends in the expected state", async () => {
      const shape = await newShape((await environment?.()) ?? {});
      await arrange(shape);

      const child = spawnChild(shape);
      onTestFinished(() => end(child));

      await until(async () => (await isAtRest(shape)) || undefined, 50_000);
      expect(await endOf(shape)).toEqual(undisturbedEnd);
    });

    test.for(points)("a process killed at %s ends in the same state as one that was not", async (point) => {
      const shape = await newShape((await environment?.()) ?? {});
      await arrange(shape);

      const [, signal] = await once(spawnChild(shape, point), "exit");
      const child = spawnChild(shape);
      onTestFinished(() => end(child));

      expect(signal).toBe("SIGKILL");
      await until(async () => (await isAtRest(shape)) || undefined, 50_000);
      expect(await endOf(shape)).toEqual(undisturbedEnd);
    });
  });
}

/** Events of three keys, an unreadable event, a dead letter marked for a retry, and work. */
async function arrange({ databaseUrl: url }: Shape): Promise<void> {
  for (const [schema, migrations] of [
    ["sender", [senderTables]],
    ["receiver", [receiverTables]],
  ] as const) {
    await migrate({ url, schema, migrations });
  }
  const from = open(url, "sender");
  const to = open(url, "receiver");
  for (let change = 0; change < 5; change++) for (const note of ["a", "b", "c"]) await save(from, note, `${note}${change}`);
  await querySql(url, "update sender.outbox set payload = '\\xffff' where sequence = 8");
  await receiver.addWork(
    to,
    "tests",
    ["w0", "w1", "w2"].map((payload) => ({ apiKeyId: "pk_test", payload })),
  );
  await querySql(
    url,
    `insert into receiver.dead_letters (source, consumer_group, api_key_id, topic, event_id, event_key, event_type, subjects, trace_parent, payload, position,
       reason, error, redrive)
     values ('consumer', 'receiver', 'pk_test', 'texts.v1', gen_random_uuid(), 'k', 'google.protobuf.StringValue', '{}', '', '\\x0a0472657669', '', '', '', true)`,
  );
  await Promise.all([from.close(), to.close()]);
}

// The 8th event is b2, which cannot be read.
const undisturbedEnd = {
  a: ["a0", "a1", "a2", "a3", "a4"],
  b: ["b0", "b1", "b3", "b4"],
  c: ["c0", "c1", "c2", "c3", "c4"],
  others: ["revi", "w0", "w1", "w2"],
  deadLetters: ["undecodable"],
};

async function endOf(shape: Shape) {
  const seen = await bodies(shape);
  const of = (key: string) => seen.filter((body) => body.startsWith(key));
  const letters = await querySql<{ reason: string }>(shape.databaseUrl, "select reason from receiver.dead_letters");
  const others = seen.filter((body) => !/^[abc]/.test(body)).sort();
  return { a: of("a"), b: of("b"), c: of("c"), others, deadLetters: letters.map(({ reason }) => reason) };
}

async function isAtRest(shape: Shape): Promise<boolean> {
  const waiting = await Promise.all(
    ["sender.outbox", "receiver.work", "receiver.dead_letters where redrive"].map((table) => count(shape, table)),
  );
  return (
    waiting.every((rows) => rows === 0) && (await count(shape, "receiver.inbox")) === 15 && (await count(shape, "receiver.effects")) >= 18
  );
}

function spawnChild({ databaseUrl, environment }: Shape, point?: Failpoint): ChildProcess {
  const env = { ...process.env, ...testEnvironment(databaseUrl, environment), ...(point === undefined ? {} : { PARLEY_FAILPOINT: point }) };
  return spawn(process.execPath, [program], { env, stdio: ["ignore", "inherit", "inherit"] });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

function open(url: string, schema: string): Database {
  return new Database({
    url,
    schema,
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 5_000,
    onConnectionError: () => undefined,
  });
}
