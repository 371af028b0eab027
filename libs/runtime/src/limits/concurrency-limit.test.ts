import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const patient = new AbortController().signal;
const slots = () => new ConcurrencyLimit({ running: 2, waiting: 1, refusal: "Too many." });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("calls run up to the limit, the next ones wait, and further ones are refused", async () => {
  const limit = slots();
  const first = await limit.take("a", patient);
  await limit.take("a", patient);

  const waits = limit.take("a", patient);
  await expect(limit.take("a", patient)).rejects.toMatchObject({ kind: "resource_exhausted", reason: "too_many_calls" });

  expect(limit.usage("a")).toEqual({ running: 2, waiting: 1 });
  first();
  await waits;
  expect(limit.usage("a")).toEqual({ running: 2, waiting: 0 });
});

test("calls of different names do not wait for each other", async () => {
  const limit = slots();
  for (const name of ["a", "a", "b", "b"]) await limit.take(name, patient);

  expect(limit.usage("a")).toEqual(limit.usage("b"));
});

test("waiting calls run in the order of their arrival", async () => {
  const limit = new ConcurrencyLimit({ running: 1, waiting: 3, refusal: "Too many." });
  const give = await limit.take("a", patient);
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (number) => {
    const done = await limit.take("a", patient);
    order.push(number);
    done();
  });

  give();
  await Promise.all(waiting);

  expect(order).toEqual([1, 2, 3]);
});

test("an aborted call leaves the queue, and nothing is kept for an idle name", async () => {
  const limit = slots();
  const taken = [await limit.take("a", patient), await limit.take("a", patient)];
  const impatient = new AbortController();
  const gone = limit.take("a", impatient.signal);

  impatient.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  await expect(limit.take("a", impatient.signal)).rejects.toThrow("gone");
  for (const give of taken) give();
  await settled();

  expect(limit.usage("a")).toEqual({ running: 0, waiting: 0 });
});
