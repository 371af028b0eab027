import { freshDatabase, querySql } from "@parley/testing";
import { pgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { rowCount } from "../src/index.ts";
import { id, int8 } from "../src/schema/index.ts";
import { oneConnection } from "./items.ts";

const things = pgTable("things", { ownerId: id("owner_id"), thingRef: int8("thing_ref"), thingId: id("thing_id") });
const countThings = rowCount("public.row_count_test", things.ownerId, [things.thingRef, things.thingId]);

test("only the rows of the owner are counted, in parts, to their end or to the bound", async () => {
  const url = await freshDatabase();
  await querySql(
    url,
    `create table things (owner_id text collate "C", thing_ref bigint, thing_id text collate "C", primary key (owner_id, thing_ref, thing_id));
     insert into things select owner, n % 7, 't' || n from unnest(array['mine', 'others']) owner, generate_series(1, 50000) n`,
  );
  const database = oneConnection(url, { statementTimeoutMs: 10_000 });

  expect([await countThings(database, "mine", 1_000_000), await countThings(database, "mine", 30_000)]).toEqual([50_000, 30_000]);
  expect(await countThings(database, "nobody", 10)).toBe(0);
});

test("a part ends at its bound, and the next begins after it", async () => {
  const asked: unknown[] = [];
  const row = async (_: unknown, { limit, after_thing_ref: after }: Record<string, number>) => {
    asked.push([after, limit]);
    return {
      rows: Math.min(limit ?? 0, 45_000 - Math.max(0, after ?? 0)),
      after_thing_ref: Math.max(0, after ?? 0) + (limit ?? 0),
      after_thing_id: "t",
    };
  };

  expect(await countThings({ row } as unknown as Parameters<typeof countThings>[0], "mine", 100_000)).toBe(45_000);
  expect(asked).toEqual([
    [-1, 20_000],
    [20_000, 20_000],
    [40_000, 20_000],
  ]);
});
