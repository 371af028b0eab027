import { type Attempt, runWithContext } from "@parley/kernel";
import { costOf, freshDatabase, openConnection, querySql, until } from "@parley/testing";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Database, declaredStatements } from "../src/index.ts";
import { addOne, createItems, insertItem, selectItems } from "./items.ts";

const hourMs = 3_600_000;
let url: string;

beforeEach(async () => {
  url = await freshDatabase();
  await createItems(url);
  await querySql(
    url,
    `create schema calls;
     create table calls.repeated_calls (call_key text collate "C" primary key, attempt bigint not null,
       created_at_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint);
     create index repeated_calls_by_age on calls.repeated_calls (created_at_ms);
     insert into items values (1, '')`,
  );
});

/** One process of a service, each with a pool of its own. */
function service(): Database {
  const database = new Database({
    url,
    schema: "calls",
    role: undefined,
    maxConnections: 3,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 5_000,
    knowsRepeatedCalls: true,
    onConnectionError: () => undefined,
  });
  onTestFinished(() => database.close());
  return database;
}

function attempt<Result>(number: number, work: () => Promise<Result>, { key = "call", agoMs = 0 } = {}): Promise<Result> {
  const of: Attempt = { number, firstSentAtMs: Date.now() - agoMs };
  const context = { requestId: "r", deadlineMs: performance.now() + 5_000, signal: new AbortController().signal, traced: false };
  return runWithContext({ ...context, idempotencyKey: key, attempt: of }, work);
}

const writes: readonly [string, (database: Database) => Promise<unknown>][] = [
  ["a statement", (database) => database.run(addOne, { id: 1 })],
  ["a transaction", (database) => database.transaction((tx) => tx.run(addOne, { id: 1 }))],
];

async function text(): Promise<string | undefined> {
  return (await querySql<{ body_text: string }>(url, "select body_text from items where id = 1"))[0]?.body_text;
}

function someoneWaits(): Promise<unknown> {
  return until(async () => (await querySql(url, "select from pg_locks where locktype = 'advisory' and not granted")).length === 1, 3_000);
}

test.each(writes)("%s of an old attempt writes nothing once a newer one has begun", async (_, write) => {
  const thawed = service();
  const other = service();

  await attempt(4, () => write(other));

  await expect(attempt(0, () => write(thawed))).rejects.toMatchObject({ kind: "aborted" });
  await expect(attempt(3, () => write(thawed))).rejects.toMatchObject({ kind: "aborted" });
  expect(await text()).toBe("+");
  await attempt(0, () => write(thawed), { key: "another call" });
  await attempt(4, () => write(thawed));
  await attempt(5, () => write(thawed));
  expect(await text()).toBe("++++");
});

test("a newer attempt waits until the older one's transaction has ended, and lets it begin no other", async () => {
  const thawed = service();
  const other = service();
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  // Runs before the pools are closed, which waits for it.
  onTestFinished(() => goesOn.resolve());
  let seen: unknown;
  const old = attempt(0, async () => {
    await thawed.transaction(async (tx) => {
      begun.resolve();
      await goesOn.promise;
      await tx.run(addOne, { id: 1 });
    });
    await thawed.run(addOne, { id: 1 });
  });
  await begun.promise;
  const newer = attempt(4, () =>
    other.transaction(async (tx) => {
      seen = (await tx.row(selectItems, { from: 1 }))?.bodyText;
    }),
  );
  await someoneWaits();

  goesOn.resolve();

  await expect(old).rejects.toMatchObject({ kind: "aborted" });
  await newer;
  expect(seen).toBe("+");
});

test("a newer attempt does not wait for one whose process was killed in its transaction", async () => {
  const killed = await openConnection(url);
  await killed.query("begin; select pg_advisory_xact_lock_shared(hashtextextended('call', 0)); update items set body_text = 'lost'");
  const newer = attempt(4, () => service().run(addOne, { id: 1 }));
  await someoneWaits();

  await killed.end();

  expect(await newer).toBe(1);
  expect(await text()).toBe("+");
});

test("neither a first attempt nor one that only reads leaves a row", async () => {
  const database = service();

  await attempt(0, () => database.run(addOne, { id: 1 }));
  await attempt(4, () => database.rows(selectItems, { from: 1 }));

  expect(await querySql(url, "select from calls.repeated_calls")).toEqual([]);
});

test("an attempt at a request of more than a day ago writes nothing, because a newer one may have been forgotten", async () => {
  const database = service();

  await expect(attempt(0, () => database.run(addOne, { id: 1 }), { agoMs: 27 * hourMs })).rejects.toMatchObject({ kind: "aborted" });

  expect(await attempt(0, () => database.run(addOne, { id: 1 }), { agoMs: 25 * hourMs })).toBe(1);
});

test("rows are removed when no attempt needs them any more", async () => {
  const database = service();
  await querySql(
    url,
    `insert into calls.repeated_calls (call_key, attempt, created_at_ms)
     select age::text, 1, (extract(epoch from clock_timestamp()) * 1000)::bigint - age * ${hourMs} from unnest(array[1, 27, 29, 30]) as age`,
  );

  expect(await database.repeatedCalls?.removeOld(database, 1)).toBe(1);
  expect(await database.repeatedCalls?.removeOld(database, 10)).toBe(1);

  expect(await querySql(url, "select call_key from calls.repeated_calls order by 1")).toEqual([{ call_key: "1" }, { call_key: "27" }]);
});

test("its statements read only what they need, by an index", async () => {
  service();
  await querySql(url, "insert into calls.repeated_calls (call_key, attempt) select n::text, 1 from generate_series(1, 50000) n; analyze");
  const parameters = {
    callKey: "25000",
    attempt: 0,
    firstSentAtMs: Date.now(),
    acceptedMs: 26 * hourMs,
    keptMs: 28 * hourMs,
    limit: 1_000,
  };
  const declared = declaredStatements().filter(({ name }) => name.startsWith("calls.repeated_calls_"));
  const client = await openConnection(url);

  expect(declared).toHaveLength(5);
  for (const statement of declared) {
    const { sequentialScans, mostRows, plan } = await costOf(client, statement, parameters);
    expect(sequentialScans, plan).toEqual([]);
    expect(mostRows, plan).toBeLessThanOrEqual(3);
  }
  await client.end();
});

test("a statement that locks or reads is not a write; one that inserts, deletes or updates is", async () => {
  expect([selectItems.writes, insertItem.writes, addOne.writes]).toEqual([false, true, true]);
});
