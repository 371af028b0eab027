import { randomText } from "@parley/kernel";
import { freshDatabase, openConnection, querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { type Migration, migrate } from "../src/index.ts";

const first: Migration = { name: "0001_initial", sql: "create table items (id int primary key); select pg_sleep(0.05)" };
const second: Migration = { name: "0002_more", sql: "alter table items add column label text" };

test("ten processes that migrate at the same time apply each step once", async () => {
  const url = await freshDatabase();

  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate({ url, schema: "demo", migrations: [first, second] })));

  expect(applied.flatMap(({ applied: steps }) => steps).sort()).toEqual(["0001_initial", "0002_more"]);
});

test("a step that fails leaves nothing of itself, and the steps before it stay applied", async () => {
  const url = await freshDatabase();
  const broken: Migration = { name: "0002_broken", sql: "create table half (id int); select 1 / 0" };

  await expect(migrate({ url, schema: "demo", migrations: [first, broken] })).rejects.toThrow("0002_broken of schema demo failed");

  expect(await querySql(url, "select name from parley.migrations")).toEqual([{ name: "0001_initial" }]);
  expect(await querySql(url, "select to_regclass('demo.half') as half")).toEqual([{ half: null }]);
  expect(await migrate({ url, schema: "demo", migrations: [first, second] })).toEqual({ applied: ["0002_more"], newer: [] });
});

test("a database that another build made is refused with a sentence that says what to do, and stays as it is", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first, second] });
  const anew: Migration = { ...first, sql: "create table items (id int primary key, label text)" };

  await expect(migrate({ url, schema: "demo", migrations: [anew] })).rejects.toThrow(
    "Another build of Parley made the schema demo of this database (its step 0001_initial is not the one of this build), which cannot be migrated: export what you need with that build (parley export), and let this one begin with an empty database.",
  );
  expect(await querySql(url, "select name from parley.migrations")).toEqual([{ name: "0001_initial" }, { name: "0002_more" }]);
});

test("a schema with steps of a newer version serves a version whose own steps are all applied", async () => {
  const url = await freshDatabase();
  const other: Migration = { name: "0003_other", sql: "create table other (id int)" };
  await migrate({ url, schema: "demo", migrations: [first, second] });

  expect(await migrate({ url, schema: "demo", migrations: [first] })).toEqual({ applied: [], newer: ["0002_more"] });
  await expect(migrate({ url, schema: "demo", migrations: [first, other] })).rejects.toThrow(
    "Another build of Parley made the schema demo of this database (it has 0002_more, but not 0003_other of this build)",
  );
});

test("a step whose table is in use does not block the table's traffic, and is applied when the table is free", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first] });
  const reader = await openConnection(url);
  await reader.query("begin; select * from demo.items");

  const migrated = migrate({ url, schema: "demo", migrations: [first, second], lockTimeoutMs: 100, lockAttempts: 1_000 });
  const waiting = async () => {
    const mine = "datname = current_database() and application_name = 'parley-migrate' and wait_event_type = 'Lock'";
    return (await querySql(url, `select pid from pg_stat_activity where ${mine}`)).length;
  };
  await until(async () => (await waiting()) === 1);
  await until(async () => (await waiting()) === 0);
  await reader.query("commit");

  expect(await migrated).toEqual({ applied: ["0002_more"], newer: [] });
});

test("a step that Postgres has ended because of a deadlock is applied when the other transaction has ended", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first] });
  const writer = await openConnection(url);
  await writer.query("begin; create table demo.others (id int)");
  await writer.query("commit; begin; lock table demo.others");
  const both: Migration = { name: "0002_both", sql: "lock table items; lock table others" };

  const migrated = migrate({ url, schema: "demo", migrations: [first, both], lockTimeoutMs: 3_000 });
  const waiting = "select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and not l.granted";
  await until(async () => (await querySql(url, waiting)).length === 1);
  await writer.query("select * from demo.items");
  await writer.query("commit");

  expect(await migrated).toEqual({ applied: ["0002_both"], newer: [] });
});

test("a step whose table is never free fails after its tries and leaves nothing", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first] });
  const reader = await openConnection(url);
  await reader.query("begin; select * from demo.items");

  const migrated = migrate({ url, schema: "demo", migrations: [first, second], lockTimeoutMs: 20, lockAttempts: 2 });

  await expect(migrated).rejects.toThrow("The migration 0002_more of schema demo failed.");
});

test("a login that owns its schemas and may not create others migrates them", async () => {
  const url = new URL(await freshDatabase());
  const login = `login_${randomText(10).toLowerCase()}`;
  const database = url.pathname.slice(1);
  await querySql(
    url.href,
    `create role ${login} login password 'secret'; revoke create on database ${database} from public;
     create schema parley authorization ${login}; create schema demo authorization ${login}`,
  );
  Object.assign(url, { username: login, password: "secret" });

  expect(await migrate({ url: url.href, schema: "demo", migrations: [first] })).toEqual({ applied: ["0001_initial"], newer: [] });
});

test("a service's role reads and writes its own schema and no other", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first] });
  await migrate({ url, schema: "other", migrations: [first] });

  await querySql(url, "set role parley_demo; insert into demo.items values (1)");

  await expect(querySql(url, "set role parley_demo; select * from other.items")).rejects.toThrow("permission denied");
  await expect(querySql(url, "set role parley_demo; drop table demo.items")).rejects.toThrow("must be owner");
});
