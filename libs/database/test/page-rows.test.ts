import { fittingRows } from "@parley/kernel";
import { freshDatabase } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Database, type Sql, sql, statement } from "../src/index.ts";
import { types } from "../src/schema/index.ts";

const limit = 1_001;
const rowsOf = (name: string, body: Sql) =>
  statement(
    `public.page_test_${name}`,
    { limit: types.bigint },
    { id: types.integer, body: types.text },
    sql`select n as id, ${body} as body from generate_series(1, $limit) n order by n`,
  );
const small = rowsOf("small", sql`'x'`);
const large = rowsOf("large", sql`repeat('x', 15000)`);
const wide = rowsOf("wide", sql`repeat('漢', 15000)`);
const growing = rowsOf("growing", sql`repeat('x', n * 20)`);
const huge = rowsOf("huge", sql`repeat('x', case n when 1 then 3000000 else 1 end)`);
const failing = rowsOf("failing", sql`repeat('x', 1000 / (300 - n))`);
const one = statement("public.page_test_one", {}, { one: types.integer }, sql`select 1 as one`);

let database: Database;

beforeAll(async () => {
  database = new Database({
    url: await freshDatabase(),
    schema: "public",
    role: undefined,
    // One connection: a portal that a page leaves open would break the next statement.
    maxConnections: 1,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 10_000,
    onConnectionError: () => undefined,
  });
});

afterAll(() => database.close());

test.for([
  ["small", small, 1_000],
  ["large", large, undefined],
  ["wide", wide, undefined],
  ["growing", growing, undefined],
] as const)("a page of %s rows is the same as if all had been read", async ([_name, rows, expected]) => {
  const all = await database.rows(rows, { limit });
  const page = await database.pageRows(rows, { limit });

  expect(fittingRows(page, limit - 1)).toEqual(fittingRows(all, limit - 1));
  expect(fittingRows(page, limit - 1).length).toBeLessThan(page.length);
  if (expected !== undefined) expect(fittingRows(page, limit - 1)).toHaveLength(expected);
});

test("of large rows hardly more are read than fit", async () => {
  const page = await database.pageRows(large, { limit });

  expect(fittingRows(page, limit - 1)).toHaveLength(17);
  expect(page.length).toBeLessThanOrEqual(101);
  expect(await database.pageRows(large, { limit })).toHaveLength(18);
});

test("after a row that fills a page alone one more is read, which shows that the page is not the last", async () => {
  const page = await database.pageRows(huge, { limit });

  expect(fittingRows(page, limit - 1)).toHaveLength(1);
  expect(page.length).toBeGreaterThan(1);
});

test("the last page ends where the rows do", async () => {
  expect(await database.pageRows(small, { limit: 101 })).toHaveLength(101);
  expect(await database.pageRows(small, { limit: 102 })).toHaveLength(102);
});

test("a connection is usable after a page that was not read to its end, and after one that failed", async () => {
  await database.pageRows(large, { limit });
  await expect(database.pageRows(failing, { limit })).rejects.toThrow();
  expect(await database.row(one, {})).toEqual({ one: 1 });

  const inTransaction = await database.transaction(async (tx) => {
    const page = await tx.pageRows(large, { limit });
    return [page.length, await tx.row(one, {})];
  });
  expect(inTransaction).toEqual([expect.any(Number), { one: 1 }]);
  expect(database.usage()).toMatchObject({ open: 1, idle: 1 });
});
