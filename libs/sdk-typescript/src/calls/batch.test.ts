import { expect, test } from "vitest";
import { Batch, BatchError } from "./batch.ts";

const result = {
  message: "Users added.",
  data: { ada: { success: true, message: "Added." }, "": { success: false, message: "userId is empty.", code: "invalid" } },
};

test("a batch names the items that failed, and throws only when it is asked to", () => {
  const batch = new Batch("users.add", result);

  expect(batch.succeeded).toEqual(["ada"]);
  expect(batch.failed).toMatchObject([{ id: "", code: "invalid", message: "userId is empty." }]);
  expect(() => batch.orThrow()).toThrow(new BatchError("users.add", batch.failed, 2));
  expect(new Batch("users.add", { message: "", data: { ada: result.data.ada } }).orThrow().succeeded).toEqual(["ada"]);
});
