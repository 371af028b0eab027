import { type KeyLimit, runWithContext } from "@parley/kernel";
import { expect, test } from "vitest";
import { Quota } from "./quota.ts";

/**
 * A quota of five, or of `most`, for rows that can have a limit by API key, over a table that holds `rows`, on a clock that stands still.
 */
function quotaOf(rows: number, most = 5) {
  const table = { rows, counts: 0, countedTo: 0, clockMs: 0 };
  const quota = new Quota({
    most,
    thing: "comment",
    ownLimit: "comments",
    now: () => table.clockMs,
    count: async (_, to) => {
      table.counts++;
      table.countedTo = to;
      return Math.min(table.rows, to);
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

/** Runs work as part of a request of an API key with this limit on comments. */
function within<Result>(comments: KeyLimit | undefined, work: () => Promise<Result>): Promise<Result> {
  const call = { requestId: "r", deadlineMs: Number.POSITIVE_INFINITY, signal: new AbortController().signal, traced: false };
  return runWithContext({ ...call, rowLimits: comments === undefined ? {} : { comments } }, work);
}

const own = (most: number): KeyLimit => ({ own: most, most: 0 });

test("the lower of the quota and a key's own limit applies, and the refusal names it", async () => {
  const { quota, table, add } = quotaOf(0);

  expect([await within(own(3), () => add(4)), await within(own(9), () => add(9))]).toEqual([3, 2]);
  expect(await within(own(3), async () => quota.refusal)).toBe("The comment quota of this API key (3) is reached.");
  expect(await within(own(9), async () => quota.failure().message)).toBe("The comment quota of this API key (5) is reached.");
  expect(table.counts).toBe(1);
});

test("without a quota the rows of a key with its own limit are counted, and of no other key", async () => {
  const { table, add } = quotaOf(2, 0);

  expect(await within(undefined, () => add(100))).toBe(100);
  expect([table.counts, await within(own(3), () => add(5))]).toEqual([0, 1]);
  expect([table.counts, table.countedTo]).toEqual([1, 3]);
});

test("a lowered limit keeps existing rows and refuses new ones; once it is removed, rows are admitted again", async () => {
  const { add } = quotaOf(0, 0);
  await within(own(10), () => add(6));

  expect(await within(own(2), () => add(1))).toBe(0);
  expect(await within(undefined, () => add(1))).toBe(1);
  expect([await within(own(8), () => add(2)), await within(own(8), () => add(1))]).toEqual([1, 0]);
});

test("a raised limit applies at once, although the last count stopped at the lower one a moment ago", async () => {
  const { table, add } = quotaOf(7, 0);
  expect(await within(own(3), () => add(1))).toBe(0);

  expect([await within(own(8), () => add(2)), table.counts]).toEqual([1, 2]);
  expect([await within(own(3), () => add(1)), table.counts]).toEqual([0, 2]);
});

test("a request with the higher limit waits for a count of its own while one to the lower limit goes on", async () => {
  const counting = Promise.withResolvers<void>();
  const quota = new Quota({
    most: 0,
    thing: "comment",
    ownLimit: "comments",
    count: async (_, to) => {
      if (to === 3) await counting.promise;
      return Math.min(7, to);
    },
  });
  const add = async () => {
    await quota.prepare("key", 1);
    return quota.admitAll(
      "key",
      1,
      async () => "added",
      () => 1,
    );
  };

  const low = within(own(3), add);
  const high = within(own(8), add);
  counting.resolve();

  await expect(low).rejects.toMatchObject({ reason: "quota_reached" });
  expect(await high).toBe("added");
});

test("requests with different limits do not take turns in counting", async () => {
  const { table, add } = quotaOf(7, 0);
  await within(own(8), () => add(1));

  for (const limit of [own(3), own(8), own(3), own(8)]) await within(limit, () => add(1));
  table.clockMs = 1_000;
  for (const limit of [own(3), own(8), own(3), own(8)]) await within(limit, () => add(1));

  expect([table.counts, table.countedTo]).toEqual([2, 8]);
});
