import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const patient = new AbortController().signal;
const slots = () => new ConcurrencyLimit({ running: 2, waiting: 1, refusal: "Too many." });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("as many run as may, the next wait, and those beyond are refused", async () => {
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

test("names do not meet each other", async () => {
  const limit = slots();
  for (const name of ["a", "a", "b", "b"]) await limit.take(name, patient);

  expect(limit.usage("a")).toEqual(limit.usage("b"));
});

test("the one who came first is next", async () => {
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

test("who gives up leaves the line, and nothing is kept of an idle name", async () => {
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
