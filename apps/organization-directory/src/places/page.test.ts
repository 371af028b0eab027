import { expect, test } from "vitest";
import { cutPage, pageOf } from "./page.ts";

const rows = (count: number, metadata = "{}") => Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, metadata }));

test("the last page has no token, any other continues behind its last row", () => {
  expect(cutPage(rows(2), 2).nextPageToken).toBe("");

  const { rows: shown, nextPageToken } = cutPage(rows(3), 2);

  expect(shown.map(({ id }) => id)).toEqual(["id-0", "id-1"]);
  expect(pageOf({ pageSize: 2, pageToken: nextPageToken }, false)).toEqual({ after: "id-1", size: 2, limit: 3 });
});

test("a page whose texts are long ends early and is never empty", () => {
  const large = JSON.stringify({ text: "x".repeat(1.5 * 1024 * 1024) });

  const { rows: shown, nextPageToken } = cutPage(rows(3, large), 10);

  expect(shown).toHaveLength(1);
  expect(nextPageToken).not.toBe("");
});

test("the default is 100 rows, and every row that was asked for by id", () => {
  expect(pageOf({ pageSize: 0, pageToken: "" }, false).size).toBe(100);
  expect(pageOf({ pageSize: 0, pageToken: "" }, true).size).toBe(1_000);
});
