import { expect, test } from "vitest";
import { countInParts, Quota } from "./quota.ts";

/** A quota of five over a table that holds `rows`, on a clock that stands still. */
function quotaOf(rows: number) {
  const table = { rows, counts: 0, clockMs: 0 };
  const quota = new Quota({
    most: 5,
    things: "comments",
    setting: "PARLEY_MAX",
    now: () => table.clockMs,
    count: async (_, most) => {
      table.counts++;
      return Math.min(table.rows, most);
    },
  });
  const add = async (items: number) => {
    await quota.prepare("key", items);
    const insert = async (granted: readonly number[]) => granted;
    const { result } = await quota.admit("key", Array.from({ length: items }).map(Number), insert, (added) => added.length);
    return result.length;
  };
  return { quota, table, add };
}

test("rows are let in up to the quota and counted once", async () => {
  const { table, add } = quotaOf(2);

  expect([await add(2), await add(3), await add(1)]).toEqual([2, 1, 0]);
  expect(table.counts).toBe(1);
});

test("what was granted and not added is free again", async () => {
  const { quota, add } = quotaOf(0);
  await quota.prepare("key", 5);

  await quota.admit(
    "key",
    [1, 2, 3, 4, 5],
    async () => undefined,
    () => 0,
  );

  expect(await add(5)).toBe(5);
});

test("requests at the same time share the room", async () => {
  const { quota } = quotaOf(0);
  await quota.prepare("key", 3);
  const inserted = Promise.withResolvers<void>();
  const insert = async (granted: readonly number[]) => {
    await inserted.promise;
    return granted.length;
  };

  const both = [quota.admit("key", [1, 2, 3], insert, Number), quota.admit("key", [4, 5, 6], insert, Number)];
  inserted.resolve();

  expect((await Promise.all(both)).map(({ result }) => result)).toEqual([3, 2]);
});

test("room that a removal made is found by a count, a second after the last", async () => {
  const { table, add } = quotaOf(5);
  expect(await add(1)).toBe(0);
  table.rows = 4;

  expect(await add(1)).toBe(0);
  table.clockMs = 1_000;
  expect(await add(1)).toBe(1);
});

test("what other processes add is known after half a minute", async () => {
  const { table, add } = quotaOf(0);
  expect(await add(1)).toBe(1);
  table.rows = 5;
  expect(await add(1)).toBe(1);

  table.clockMs = 30_000;
  await add(1);

  expect(await add(5)).toBe(0);
  expect(table.counts).toBe(2);
});

test("a count that fails fails the request, and the next one counts", async () => {
  let fails = true;
  const count = async () => {
    if (fails) throw new Error("The database does not answer.");
    return 0;
  };
  const quota = new Quota({ most: 1, things: "users", setting: "PARLEY_MAX", count });

  await expect(quota.prepare("key", 1)).rejects.toThrow("does not answer");
  fails = false;
  await quota.prepare("key", 1);

  expect(
    (
      await quota.admit(
        "key",
        ["a"],
        async (granted) => granted,
        ({ length }) => length,
      )
    ).refused,
  ).toEqual([]);
});

test("without a quota nothing is counted and everything is let in", async () => {
  const never = async (): Promise<number> => {
    throw new Error("Nobody asked.");
  };
  const quota = new Quota({ most: 0, things: "users", setting: "PARLEY_MAX", count: never });

  await quota.prepare("key", 1);

  expect(
    (
      await quota.admit(
        "key",
        ["a"],
        async (granted) => granted,
        ({ length }) => length,
      )
    ).refused,
  ).toEqual([]);
});

test("a table is counted in parts, to its end or to the bound", async () => {
  const parts: number[] = [];
  const next = async (after: number, limit: number) => {
    const rows = Math.min(limit, 50_000 - after);
    parts.push(rows);
    return rows === 0 ? undefined : { rows, last: after + rows };
  };

  expect([await countInParts(0, 100_000, next), await countInParts(0, 30_000, next)]).toEqual([50_000, 30_000]);
  expect(parts).toEqual([20_000, 20_000, 10_000, 0, 20_000, 10_000]);
});
