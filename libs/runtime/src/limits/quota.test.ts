import { expect, test } from "vitest";
import { admitTogether } from "./admit-together.ts";
import { Quota } from "./quota.ts";

/** A quota of five over a table that holds `rows`, on a clock that stands still. */
function quotaOf(rows: number) {
  const table = { rows, counts: 0, clockMs: 0 };
  const quota = new Quota({
    most: 5,
    thing: "comment",
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

test("rows are admitted up to the quota and counted once", async () => {
  const { table, add } = quotaOf(2);

  expect([await add(2), await add(3), await add(1)]).toEqual([2, 1, 0]);
  expect(table.counts).toBe(1);
});

test("room that was granted and not used is free again", async () => {
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

test("room made by a deletion is found by a count, a second after the last count", async () => {
  const { table, add } = quotaOf(5);
  expect(await add(1)).toBe(0);
  table.rows = 4;

  expect(await add(1)).toBe(0);
  table.clockMs = 1_000;
  expect(await add(1)).toBe(1);
});

test("rows added by other processes are known after half a minute", async () => {
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
  const quota = new Quota({ most: 1, thing: "user", count });

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

test("without a quota nothing is counted and everything is admitted", async () => {
  const never = async (): Promise<number> => {
    throw new Error("Nobody asked.");
  };
  const quota = new Quota({ most: 0, thing: "user", count: never });

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

test("existing items need no room, and are looked up only when there is not room for all", async () => {
  const { quota, table } = quotaOf(3);
  await quota.prepare("key", 1);
  const asked: (readonly string[])[] = [];
  const add = (...items: string[]) =>
    quota.admitNew("key", items, {
      needless: async (some) => {
        asked.push(some);
        return new Set(some.filter((item) => item.startsWith("old")));
      },
      add: async (admitted) => admitted,
      addedBy: (admitted) => admitted.filter((item) => item.startsWith("new")).length,
    });

  expect(await add("new1", "old1")).toEqual({ result: ["new1", "old1"], refused: [] });
  expect(await add("old1", "new2", "new3", "old2")).toEqual({ result: ["old1", "new2", "old2"], refused: ["new3"] });
  expect(await add("old1")).toEqual({ result: ["old1"], refused: [] });

  expect(asked).toEqual([["old1", "new2", "new3", "old2"], ["old1"]]);
  expect(table.counts).toBe(1);
});

test("rows that are needed together are all added or none, and the refusal names the kind and the quota", async () => {
  const { quota, add } = quotaOf(3);
  await quota.prepare("key", 3);
  const addAll = (wanted: number) => quota.admitAll("key", wanted, async () => wanted, Number);

  await expect(addAll(3)).rejects.toMatchObject({
    kind: "resource_exhausted",
    reason: "quota_reached",
    message: "The comment quota of this API key (5) is reached.",
  });
  expect(await addAll(2)).toBe(2);
  expect(await add(1)).toBe(0);
});

test("rows of several kinds are all added or none, whichever kind has no room", async () => {
  const plenty = quotaOf(0);
  const full = quotaOf(5);
  const added: string[] = [];
  const demand = (quota: Quota) => ({ quota, wanted: 1, addedBy: () => 1 });

  await expect(admitTogether("key", [demand(plenty.quota), demand(full.quota)], async () => added.push("both"))).rejects.toMatchObject({
    reason: "quota_reached",
  });
  await admitTogether("key", [demand(plenty.quota)], async () => added.push("one"));

  expect(added).toEqual(["one"]);
  expect(await plenty.add(5)).toBe(4);
});

test("rows written elsewhere are refused before they are written, and count once they are reported", async () => {
  const { quota, table } = quotaOf(3);

  await quota.requireRoom("key", 2);
  quota.note("key", 2);
  await expect(quota.requireRoom("key", 1)).rejects.toMatchObject({ reason: "quota_reached" });

  table.clockMs = 1_000;
  await quota.requireRoom("key", 2);
});

test("nothing is counted when nothing is to be added", async () => {
  const { quota, table } = quotaOf(7);

  await quota.prepare("key", 0);

  expect(table.counts).toBe(0);
});
