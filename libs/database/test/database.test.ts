import { Failure, runWithContext } from "@parley/kernel";
import { freshDatabase, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Database, type Db } from "../src/index.ts";
import { gateTo } from "./gate.ts";
import { addOne, createItems, insertItem, oneConnection, selectItems, sleep } from "./items.ts";

let url: string;
let database: Database;

beforeAll(async () => {
  url = await freshDatabase();
  await createItems(url);
  database = new Database({
    url,
    schema: "public",
    role: undefined,
    maxConnections: 3,
    connectTimeoutMs: 2_000,
    // Postgres checks for a deadlock only after a second, and a busy machine is slow.
    statementTimeoutMs: 10_000,
    onConnectionError: () => undefined,
  });
});

afterAll(() => database.close());

function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return runWithContext({ requestId: "r", deadlineMs: performance.now() + ms, signal: new AbortController().signal, traced: false }, work);
}

test("columns come back in camelCase, 64-bit counts as numbers, JSON as its text", async () => {
  await database.run(insertItem, { id: 1, text: "one" });

  expect(await database.row(selectItems, { from: 1 })).toEqual({ id: 1, bodyText: "one", counted: 1, extra: '{"a": 1}' });
});

test("a transaction that fails leaves nothing and its connection is used again", async () => {
  const failed = database.transaction(async (tx) => {
    await tx.run(insertItem, { id: 100, text: "lost" });
    throw new Failure("not_found", "No.");
  });

  await expect(failed).rejects.toThrow("No.");
  expect(await database.rows(selectItems, { from: 100 })).toEqual([]);
});

test("a transaction begins no statement after four times the longest run of one, and is rolled back", async () => {
  const short = oneConnection(url, { statementTimeoutMs: 500 });
  let statements = 0;
  const long = short.transaction(async (tx) => {
    await tx.run(insertItem, { id: 110, text: "lost" });
    for (; statements < 60; statements++) await tx.rows(sleep, { seconds: 0.1 });
  });

  await expect(long).rejects.toMatchObject({ kind: "deadline_exceeded", message: expect.stringContaining("transaction") });
  expect(statements).toBeLessThan(21);
  expect(await short.rows(selectItems, { from: 110 })).toEqual([]);
});

test("neededWithin counts requests, and neither background work nor events", async () => {
  const own = new Database({
    url,
    schema: "public",
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 2_000,
    onConnectionError: () => undefined,
  });
  await own.rows(selectItems, { from: 1 });
  const behindBackgroundWork = own.neededWithin(3_600_000);
  const event = {
    requestId: "e",
    deadlineMs: performance.now() + 5_000,
    signal: new AbortController().signal,
    traced: false,
    isEvent: true,
  };
  await runWithContext(event, () => own.rows(selectItems, { from: 1 }));
  const behindAnEvent = own.neededWithin(3_600_000);
  await within(5_000, () => own.rows(selectItems, { from: 1 }));
  const behindARequest = own.neededWithin(3_600_000);
  await until(() => !own.neededWithin(50));
  await own.close();

  expect([behindBackgroundWork, behindAnEvent, behindARequest]).toEqual([false, false, true]);
});

test("transactions that Postgres ends because of a deadlock run again and both take effect", async () => {
  await database.run(insertItem, { id: 201, text: "" });
  await database.run(insertItem, { id: 202, text: "" });
  const bothLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const crossing = (mine: 0 | 1, first: number, second: number) =>
    database.transaction(async (tx) => {
      await tx.run(addOne, { id: first });
      bothLocked[mine].resolve();
      await bothLocked[mine === 0 ? 1 : 0].promise;
      await tx.run(addOne, { id: second });
    });

  await Promise.all([crossing(0, 201, 202), crossing(1, 202, 201)]);

  const items = await database.rows(selectItems, { from: 201 });
  expect(items.slice(0, 2).map(({ bodyText }) => bodyText)).toEqual(["++", "++"]);
});

test("a statement gets no more time than its call has left, and the pool stays usable", async () => {
  const startedMs = performance.now();

  await expect(within(150, () => database.run(sleep, { seconds: 5 }))).rejects.toMatchObject({ kind: "deadline_exceeded" });

  expect(performance.now() - startedMs).toBeLessThan(1_500);
  expect(await database.rows(selectItems, { from: 1_000 })).toEqual([]);
});

test("a call whose deadline has passed runs no statement", async () => {
  await expect(within(-1, () => database.run(insertItem, { id: 300, text: "late" }))).rejects.toMatchObject({ kind: "deadline_exceeded" });

  expect(await database.rows(selectItems, { from: 300 })).toEqual([]);
});

test("a database that cannot be reached is unavailable, not a bug", async () => {
  const nowhere = new Database({
    url: "postgres://nobody@127.0.0.1:1/none",
    schema: "public",
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 500,
    statementTimeoutMs: 500,
    onConnectionError: () => undefined,
  });

  await expect(nowhere.ping()).rejects.toMatchObject({ kind: "unavailable", reason: "database_unavailable" });
  await nowhere.close();
});

test("connections that the server ends are replaced", async () => {
  await database.ping();
  await querySql(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley-public' and datname = current_database()",
  );

  const outcomes = await Promise.allSettled([database.ping(), database.ping(), database.ping()]);
  await database.ping();

  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "unavailable" });
});

const select = (db: Db) => db.rows(selectItems, { from: 1_000 });

test.each([
  { at: "begin", before: true, use: (silent: Database) => silent.transaction(select) },
  { at: "commit", before: false, use: (silent: Database, silence: () => void) => silent.transaction((tx) => select(tx).then(silence)) },
  { at: "the health check", before: true, use: (silent: Database) => silent.ping() },
])("a connection that falls silent at $at is abandoned, and the pool opens another", async ({ before, use }) => {
  const gate = await gateTo(url);
  const silent = oneConnection(gate.url);
  await silent.ping();

  if (before) gate.silence();
  await expect(use(silent, gate.silence)).rejects.toMatchObject({ kind: "deadline_exceeded" });

  expect(await silent.rows(selectItems, { from: 1_000 })).toEqual([]);
});

test("a server that refuses writes, like a former primary that became a standby, is unavailable, and its connection is not used again", async () => {
  const alterDatabase = `alter database ${new URL(url).pathname.slice(1)}`;
  await querySql(url, `${alterDatabase} set default_transaction_read_only = on`);
  const writer = oneConnection(url);
  await writer.ping();
  await querySql(url, `begin read write; ${alterDatabase} reset default_transaction_read_only; commit`);

  await expect(writer.run(insertItem, { id: 500, text: "" })).rejects.toMatchObject({ kind: "unavailable" });

  expect(await writer.run(insertItem, { id: 500, text: "" })).toBe(1);
});

test("a server whose disk can no longer be read or written is unavailable, not a bug", async () => {
  await querySql(
    url,
    `create function lost_disk() returns trigger language plpgsql as $$ begin raise 'Input/output error' using errcode = 'io_error'; end $$;
     create trigger lost_disk before insert on items for each row when (new.id = 600) execute function lost_disk()`,
  );

  const write = database.run(insertItem, { id: 600, text: "" });

  await expect(write).rejects.toMatchObject({ kind: "unavailable", reason: "database_unavailable" });
});

test("a pool with more work than connections passes its health check while Postgres answers", async () => {
  const busy = oneConnection(url);
  await busy.ping();
  const queue = Array.from({ length: 25 }, () => busy.run(sleep, { seconds: 0.05 }));
  await queue[2];

  const startedMs = performance.now();
  await busy.ping();

  expect(performance.now() - startedMs).toBeLessThan(500);
  await Promise.all(queue);
});

test("a call that waits in vain for a connection of the pool fails within the bound, and the next one is served", async () => {
  const busy = oneConnection(url, { connectTimeoutMs: 100, statementTimeoutMs: 30_000 });
  // The connection is opened first, so that the call below waits for a free connection and not for a new one.
  await until(() =>
    busy.ping().then(
      () => true,
      () => false,
    ),
  );
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holder = busy.transaction(async () => {
    begun.resolve();
    await held.promise;
  });
  await begun.promise;

  const waiting = busy.rows(selectItems, { from: 1 });

  await expect(waiting).rejects.toMatchObject({
    kind: "unavailable",
    reason: "database_unavailable",
    message: "No connection to the database became free within 100 ms. Try again.",
  });
  held.resolve();
  await holder;
  expect(await busy.rows(selectItems, { from: 1_000 })).toEqual([]);
});

test("text that no column can hold is the caller's mistake", async () => {
  await expect(database.run(insertItem, { id: 400, text: "a\u0000b" })).rejects.toMatchObject({ kind: "invalid_argument" });
});
