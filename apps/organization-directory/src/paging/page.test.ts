import { expect, test } from "vitest";
import { pageOf } from "./page.ts";

test("the default is 100 rows, or every row that was requested by id", () => {
  expect(pageOf({ pageSize: 0, pageToken: "" }, false).size).toBe(100);
  expect(pageOf({ pageSize: 0, pageToken: "" }, true).size).toBe(1_000);
});
