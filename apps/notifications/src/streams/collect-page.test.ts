import { expect, test } from "vitest";
import { collectPage, type ListKey } from "./collect-page.ts";

/** A list of keys 1 to `count`, oldest first; `isVisible` decides which are hidden. */
function listOf(count: number, isVisible: (ref: number) => boolean, storedBytes = 10) {
  const scans: number[] = [];
  const scan = async ({ afterRef, limit }: { afterRef: number; limit: number }) => {
    scans.push(limit);
    const first = Math.max(afterRef, 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(limit, count - first + 1)) }, (_, index): ListKey => {
      const ref = first + index;
      return { createdAtMs: 1_000, notificationRef: ref, documentId: `d${ref % 3}`, storedBytes, isVisible: isVisible(ref) };
    });
  };
  return { scan, scans };
}

async function walk(pageSize: number, options: Omit<Parameters<typeof collectPage>[1], "order">) {
  const pages: number[][] = [];
  let pageToken = "";
  do {
    const page = await collectPage({ pageSize, pageToken }, { order: "asc", ...options });
    pages.push(page.refs);
    pageToken = page.nextPageToken;
  } while (pageToken !== "" && pages.length < 1_000);
  return pages;
}

test("reading all pages returns each key once and ends with the last", async () => {
  const pages = await walk(
    4,
    listOf(10, () => true),
  );

  expect(pages).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10],
  ]);
});

test("a list that ends with a full page needs no further one", async () => {
  expect(
    await walk(
      5,
      listOf(10, () => true),
    ),
  ).toHaveLength(2);
});

test("hidden keys are skipped and the page is still full", async () => {
  expect(
    await walk(
      3,
      listOf(3_000, (ref) => ref % 500 === 0),
    ),
  ).toEqual([
    [500, 1_000, 1_500],
    [2_000, 2_500, 3_000],
  ]);
});

test("a page examines a few thousand hidden keys at most, and the next continues there", async () => {
  const list = listOf(20_000, (ref) => ref === 1 || ref === 20_000);

  const pages = await walk(10, list);

  expect(pages.flat()).toEqual([1, 20_000]);
  expect(pages.length).toBeGreaterThan(3);
  expect(Math.max(...list.scans)).toBeLessThanOrEqual(1_001);
});

test("keys that the reader may not see are skipped like hidden ones", async () => {
  const admit = async (keys: readonly ListKey[]) => new Set(keys.filter(({ documentId }) => documentId !== "d0"));

  expect((await walk(3, { ...listOf(9, () => true), admit })).flat()).toEqual([1, 2, 4, 5, 7, 8]);
});

test("a page of large notifications ends early and is never empty", async () => {
  const pages = await walk(
    10,
    listOf(3, () => true, 5 * 1024 * 1024),
  );

  expect(pages).toEqual([[1], [2], [3]]);
});

test.each(["!", "W10", "WzEsIngiXQ", "WzEuNSwxXQ", "WzFlOTksMV0"])(
  "a token that is not a position in a list is refused: %s",
  async (pageToken) => {
    await expect(collectPage({ pageSize: 1, pageToken }, { order: "asc", ...listOf(1, () => true) })).rejects.toMatchObject({
      kind: "invalid_argument",
      violations: [{ field: "page_token" }],
    });
  },
);
