import { expect, test } from "vitest";
import { pageOf } from "./page.ts";

test("the default is 100 rows, and every row that was asked for by id", () => {
  expect(pageOf({ pageSize: 0, pageToken: "" }, false).size).toBe(100);
  expect(pageOf({ pageSize: 0, pageToken: "" }, true).size).toBe(1_000);
});
