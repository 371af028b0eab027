import { setTimeout as delay } from "node:timers/promises";
import { Database, migrate } from "@parley/database";
import { createLogger } from "@parley/runtime";
import { freshDatabase, openConnection, querySql, until } from "@parley/testing";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Bus, BusMessage, Undelivered } from "../src/bus/bus.ts";
import { laneCount } from "../src/events/event.ts";
import { Relay } from "../src/relay/relay.ts";
import { save, sender, senderTables } from "./texts.ts";

/** Accepts messages after a moment, and records them. */
class RecordingBus implements Bus {
  readonly batchSize = 50;
  readonly taken: BusMessage[] = [];
  /** The number of keys in each call of `publish`. */
  readonly keys: number[] = [];
  fails: (message: BusMessage) => Pick<Undelivered, "refused"> | undefined = () => undefined;

  async publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]> {
    this.keys.push(new Set(messages.map(({ key }) => key)).size);
    const undelivered: Undelivered[] = [];
    const waiting = new Set<string>();
    for (const message of messages) {
      const failure = waiting.has(message.key) ? { refused: false } : this.fails(message);
      if (failure === undefined) this.taken.push(message);
      else undelivered.push({ message, ...failure, error: new Error("Not this one.") });
      if (failure?.refused === false) waiting.add(message.key);
      if (Math.random() < 0.1) await delay(1);
    }
    return undelivered;
  }

  texts(): string[] {
    // The text of a StringValue comes after its tag and length.
    return this.taken.map(({ payload }) => Buffer.from(payload).subarray(2).toString("utf8"));
  }

  subscribe(): never {
    throw new Error("The relay does not subscribe.");
  }

  lag() {
    return [];
  }

  async close() {}
}

let url: string;
let database: Database;
let bus: RecordingBus;

beforeEach(async () => {
  url = await freshDatabase();
  await migrate({ url, schema: "sender", migrations: [senderTables] });
  database = open();
  bus = new RecordingBus();
});

function open(): Database {
  const opened = openUntilClosed();
  onTestFinished(() => opened.close());
  return opened;
}

function openUntilClosed(): Database {
  return new Database({
    url,
    schema: "sender",
    role: undefined,
    maxConnections: 4,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 10_000,
    onConnectionError: () => undefined,
  });
}

async function startRelay(): Promise<void> {
  const log = await createLogger({ level: "silent", pretty: false });
  const relay = new Relay({ database: open(), store: sender, bus, log, pollMs: 20, onPublished: () => undefined });
  relay.start();
  onTestFinished(() => relay.stop());
}

/** Writes events of one key into a lane. */
async function fill(lane: number, rows: number): Promise<void> {
  await querySql(
    url,
    `insert into sender.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
     select $1::int, gen_random_uuid(), 'texts.v1', 'k' || $1::int, 't', 'pk', '{}', '', '' from generate_series(1, $2::int)`,
    [lane, rows],
  );
}

async function waiting(): Promise<number> {
  return (await querySql(url, "select from sender.outbox")).length;
}

test("an event that is committed after a later one was published is published too", async () => {
  await startRelay();
  const late = await openConnection(url);
  await late.query("begin");
  await late.query(
    `insert into sender.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
     values (0, gen_random_uuid(), 'texts.v1', 'k', 't', 'pk', '{}', '', '\\x0a046c617465')`,
  );

  await save(database, "note", "early");
  await until(() => bus.taken.length === 1);
  await late.query("commit");

  await until(() => bus.taken.length === 2);
  expect(bus.texts()).toEqual(["early", "late"]);
  await until(async () => (await waiting()) === 0);
});

test("several relays, whose connections are cut at random, publish everything and each key in order", async () => {
  for (let relay = 0; relay < 4; relay++) await startRelay();
  let cuts = 0;
  const written = Array.from({ length: 12 }, () => 0);

  const cutting = (async () => {
    while (cuts < 8) {
      await delay(10);
      const cut = await querySql(
        url,
        `select pg_terminate_backend(pid) from (
           select distinct pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
           order by pid limit 1
         ) as relay`,
      );
      cuts += cut.length;
    }
  })();
  await Promise.all(
    written.map(async (_, key) => {
      for (let change = 0; change < 30 || cuts < 8; change++) {
        await save(database, `n${key}`, `${key}:${change}`);
        written[key] = change + 1;
      }
    }),
  );
  await cutting;
  await until(async () => (await waiting()) === 0, 20_000);

  const first = [...new Set(bus.texts())];
  for (const [key, changes] of written.entries()) {
    expect(first.filter((text) => text.startsWith(`${key}:`))).toEqual(Array.from({ length: changes }, (_, change) => `${key}:${change}`));
  }
});

test("several relays share the work: undisturbed, each event is published once", async () => {
  for (let relay = 0; relay < 4; relay++) await startRelay();

  await Promise.all(
    Array.from({ length: 12 }, async (_, key) => {
      for (let change = 100; change < 140; change++) await save(database, `n${key}`, `${key}:${change}`);
    }),
  );
  await until(async () => (await waiting()) === 0, 20_000);

  expect(bus.taken.length).toBe(480);
});

test("while some events cannot be published, later ones of their key wait and all others are published", async () => {
  let broken = true;
  bus.fails = ({ key }) => (broken && key === "pk_test/broken" ? { refused: false } : undefined);
  await startRelay();

  await save(database, "broken", "first");
  await save(database, "broken", "second");
  for (let note = 0; note < 20; note++) await save(database, `note${note}`, `${note}`);
  // Published rows leave the outbox a moment later; waiting rows stay.
  await until(async () => bus.taken.length === 20 && (await waiting()) === 2);
  broken = false;

  await until(() => bus.taken.length === 22);
  expect(bus.texts().slice(-2)).toEqual(["first", "second"]);
});

test("an event that the bus refuses for good becomes a dead letter and delays no others", async () => {
  bus.fails = ({ payload }) => (Buffer.from(payload).includes("refused") ? { refused: true } : undefined);
  await startRelay();

  await save(database, "note", "refused");
  await save(database, "note", "taken");

  await until(async () => (await waiting()) === 0);
  expect(bus.texts()).toEqual(["taken"]);
  const letters = await querySql(url, "select source, reason, api_key_id, event_key, error from sender.dead_letters");
  expect(letters).toEqual([
    { source: "relay", reason: "refused", api_key_id: "pk_test", event_key: "pk_test/note", error: "Not this one." },
  ]);
});

test("the lanes that have waited longest are taken first, and those of another relay are skipped", async () => {
  for (const lane of [5, 11, 3, 8]) await fill(lane, 1);
  const other = open();

  const [first, second] = await database.transaction(async (tx) => {
    const mine = await sender.outbox.claimLanes(tx, [11], 2);
    return [mine, await other.transaction((otherTx) => sender.outbox.claimLanes(otherTx, [], 8))];
  });

  expect(first).toEqual([5, 3]);
  expect(second).toEqual([11, 8]);
});

test("few waiting events are published in one round, whatever their lanes", async () => {
  for (let lane = 0; lane < laneCount; lane++) await fill(lane, 1);
  await startRelay();

  await until(async () => (await waiting()) === 0);
  expect(bus.keys).toEqual([laneCount]);
});

test("a relay with a backlog leaves half of the lanes to others", async () => {
  for (let lane = 0; lane < laneCount; lane++) await fill(lane, bus.batchSize);
  await startRelay();

  await until(async () => (await waiting()) === 0);
  expect(bus.keys.slice(0, 3)).toEqual([laneCount, laneCount / 2, laneCount / 2]);
});

test("a relay whose plans were made while the outbox was empty never reads it from end to end", async () => {
  // A session reports its reads when it ends. Those of Citus itself stay.
  const others = `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and application_name not like 'citus%'`;
  const scans = async () => {
    await until(async () => (await querySql(url, others)).length === 0);
    return querySql(url, "select seq_scan, idx_scan > 0 as by_index from pg_stat_user_tables where relname = 'outbox'");
  };
  const [before] = await scans();
  const relay = openUntilClosed();
  const round = async () => {
    await relay.transaction(async (tx) => {
      const lanes = await sender.outbox.claimLanes(tx, [], 16);
      await sender.outbox.remove(tx, await sender.outbox.heads(tx, lanes, 100, 1_000_000));
    });
    return [await sender.outbox.isWaiting(relay), (await sender.outbox.state(relay)).depth];
  };
  await round();

  for (let note = 0; note < 20; note++) await save(relay, `note${note}`, "text");
  const left = await round();

  expect(left).toEqual([false, 0]);
  await relay.close();
  expect(await scans()).toEqual([{ ...before, by_index: true }]);
});
