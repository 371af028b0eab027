import { freshDatabase, querySql } from "@parley/testing";
import { expect, test } from "vitest";
import { type Migration, migrate } from "../src/index.ts";

const first: Migration = { name: "0001_initial", sql: "create table items (id int primary key); select pg_sleep(0.05)" };
const second: Migration = { name: "0002_more", sql: "alter table items add column label text" };

test("ten processes that migrate at the same time apply each step once", async () => {
  const url = await freshDatabase();

  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate({ url, schema: "demo", migrations: [first, second] })));

  expect(applied.flat().sort()).toEqual(["0001_initial", "0002_more"]);
});

test("a step that fails leaves nothing of itself and the steps before it stand", async () => {
  const url = await freshDatabase();
  const broken: Migration = { name: "0002_broken", sql: "create table half (id int); select 1 / 0" };

  await expect(migrate({ url, schema: "demo", migrations: [first, broken] })).rejects.toThrow("0002_broken of schema demo failed");

  expect(await querySql(url, "select name from parley.migrations")).toEqual([{ name: "0001_initial" }]);
  expect(await querySql(url, "select to_regclass('demo.half') as half")).toEqual([{ half: null }]);
  expect(await migrate({ url, schema: "demo", migrations: [first, second] })).toEqual(["0002_more"]);
});

test("a step that was changed after it had been applied is refused, and so is a database of a newer version", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first, second] });

  await expect(migrate({ url, schema: "demo", migrations: [{ ...first, sql: "select 1" }, second] })).rejects.toThrow("was changed after");
  await expect(migrate({ url, schema: "demo", migrations: [first] })).rejects.toThrow("newer version");
});

test("a service's role reads and writes its own schema and no other", async () => {
  const url = await freshDatabase();
  await migrate({ url, schema: "demo", migrations: [first] });
  await migrate({ url, schema: "other", migrations: [first] });

  await querySql(url, "set role parley_demo; insert into demo.items values (1)");

  await expect(querySql(url, "set role parley_demo; select * from other.items")).rejects.toThrow("permission denied");
  await expect(querySql(url, "set role parley_demo; drop table demo.items")).rejects.toThrow("must be owner");
});
