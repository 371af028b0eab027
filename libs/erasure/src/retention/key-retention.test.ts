import { expect, test } from "vitest";
import { type KeyAge, KeyRetention } from "./key-retention.ts";

/** Rows by key, and pages of this many keys. */
function stored(rows: Record<string, number>, pageSize: number) {
  const keys: readonly KeyAge[] = Object.keys(rows).map((apiKeyId) => ({ apiKeyId, ageMs: 1 }));
  const batches: { readonly keys: readonly string[]; readonly limit: number }[] = [];
  const retention = new KeyRetention({
    list: async (pageToken) => {
      const from = Number(pageToken);
      const next = from + pageSize;
      return { keys: keys.slice(from, next), nextPageToken: next < keys.length ? String(next) : "" };
    },
    remove: async (some, limit) => {
      batches.push({ keys: some.map(({ apiKeyId }) => apiKeyId), limit });
      return new Map(
        some.map(({ apiKeyId }) => {
          const removed = Math.min(limit, rows[apiKeyId] ?? 0);
          rows[apiKeyId] = (rows[apiKeyId] ?? 0) - removed;
          return [apiKeyId, removed];
        }),
      );
    },
  });
  return { rows, batches, retention };
}

test("the keys of a page share a batch equally, and finished keys leave their share to the others", async () => {
  const { rows, batches, retention } = stored({ big: 2_000, small: 3, none: 0, other: 500 }, 1_000);

  while ((await retention.round()) === "more");

  expect(rows).toEqual({ big: 0, small: 0, none: 0, other: 0 });
  expect(batches.slice(0, 3)).toEqual([
    { keys: ["big", "small", "none", "other"], limit: 250 },
    { keys: ["big", "other"], limit: 500 },
    { keys: ["big"], limit: 1_000 },
  ]);
});

test("a key with more rows than its page's turn lets the other pages go first, and continues before the pause", async () => {
  const { rows, batches, retention } = stored({ big: 30_000, small: 1 }, 1);

  while (rows.small !== 0) await retention.round();

  expect(rows.big).toBe(10_000);
  expect(batches).toHaveLength(21);
  while ((await retention.round()) === "more");
  expect(rows.big).toBe(0);
});

test("no statement runs for a page without keys", async () => {
  const { batches, retention } = stored({}, 1_000);

  expect(await retention.round()).toBe("done");
  expect(batches).toEqual([]);
});

test("a failed batch is retried, and no key is left out", async () => {
  let failing = true;
  const removed: string[] = [];
  const retention = new KeyRetention({
    list: async () => ({ keys: [{ apiKeyId: "one", ageMs: 1 }], nextPageToken: "" }),
    remove: async (keys) => {
      if (failing) throw new Error("The database is down.");
      removed.push(...keys.map(({ apiKeyId }) => apiKeyId));
      return new Map();
    },
  });

  await expect(retention.round()).rejects.toThrow("down");
  failing = false;
  await retention.round();

  expect(removed).toEqual(["one"]);
});
