import { expect, test } from "vitest";
import { ParleyError } from "../errors/errors.ts";
import { Batch, BatchError } from "./batch.ts";

const result = {
  message: "Users added.",
  data: { ada: { success: true, message: "Added." }, "": { success: false, message: "userId is empty.", code: "invalid" } },
};

test("a batch lists the items that failed, and throws only on request", () => {
  const batch = new Batch("users.add", result, "req_1");

  expect(batch.succeeded).toEqual(["ada"]);
  expect(batch.failed).toMatchObject([{ id: "", code: "invalid", message: "userId is empty." }]);
  expect(() => batch.orThrow()).toThrow(new BatchError("users.add", batch.failed, 2, "req_1"));
  const whole = { message: "", data: { ada: result.data.ada } };
  expect(new Batch("users.add", whole).orThrow().succeeded).toEqual(["ada"]);
});

test("the error of a batch is a ParleyError, with the id of its request", () => {
  const thrown = catching(() => new Batch("users.add", result, "req_1").orThrow());

  expect(thrown).toBeInstanceOf(ParleyError);
  expect(thrown).toMatchObject({
    name: "BatchError",
    status: "BATCH_FAILED",
    httpStatus: 200,
    requestId: "req_1",
    code: "invalid",
    details: [{ id: "", code: "invalid", message: "userId is empty." }],
  });
});

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
