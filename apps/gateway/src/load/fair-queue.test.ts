import { runWithContext } from "@parley/kernel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { after, busyQueue, queueOf, works } from "../../test/queue-stage.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());
test("a process with time to spare raises the concurrency while requests wait, up to 64", async () => {
  const queue = queueOf(() => 0.5);
  const other = works(queue, "other", 1);
  const greedy = works(queue, "greedy", 200);
  await after(0);
  expect([other.begun.length, greedy.begun.length]).toEqual([1, 8]);

  await after(500);
  expect(greedy.begun.length).toBeGreaterThan(16);
  expect(greedy.begun.length).toBeLessThan(64);
  await after(400);
  expect(greedy.begun).toHaveLength(64);
  for (const end of greedy.begun) end();
  await after(100);
  expect(greedy.begun).toHaveLength(128);
});

test("unused concurrency is taken back over time", async () => {
  const queue = queueOf(() => 0.5);
  works(queue, "other", 1);
  const first = works(queue, "greedy", 100);
  await after(1_000);
  for (const end of first.begun) end();
  await after(10_000);
  works(queue, "other", 1);

  const later = works(queue, "greedy", 100);
  await after(0);

  expect(later.begun).toHaveLength(8);
});

test("a tenant that is alone does not wait, however busy the process is", async () => {
  const queue = queueOf(() => 1);
  const { begun } = works(queue, "greedy", 100);
  await after(1_000);
  const more = works(queue, "greedy", 100);
  await after(0);

  expect([begun.length, more.begun.length]).toEqual([100, 100]);
});

test("a tenant with no more than eight requests does not wait, however busy the process is", async () => {
  const queue = await busyQueue();
  const eight = works(queue, "eight", 8);
  const nine = works(queue, "nine", 9);
  await after(0);

  expect([eight.begun.length, nine.begun.length]).toEqual([8, 8]);
});

test("a busy process works on one request after the other of a heavy tenant, in the order of their arrival", async () => {
  const queue = await busyQueue();
  const first = works(queue, "greedy", 8);
  const order: number[] = [];
  const later = [1, 2, 3].map((n) => queue.run("greedy", async () => void order.push(n)));
  const third = works(queue, "third", 1);
  await after(0);
  expect([order, third.begun.length]).toEqual([[], 1]);

  for (const end of first.begun) end();
  await Promise.all(later);

  expect(order).toEqual([1, 2, 3]);
});

test("a tenant is overloaded when its next request would wait for more than a quarter of its time, until the queue is shorter", async () => {
  const queue = await busyQueue();
  const timeMs = 2_000;
  const isOverloaded = () => queue.isOverloaded("greedy", timeMs);
  expect(isOverloaded()).toBe(false);
  const { begun, ended } = works(queue, "greedy", 60);
  expect(isOverloaded()).toBe(false);

  // A pause is three times as long as the request before it.
  const step = async () => {
    for (const end of begun.splice(0)) end();
    await after(20);
  };
  for (let n = 0; n < 20; n++) await step();
  expect(isOverloaded()).toBe(true);
  expect(queue.isOverloaded("other", timeMs)).toBe(false);

  let left = ended.length;
  for (const end of ended) void end.then(() => left--);
  while (left > 4) await step();
  expect(isOverloaded()).toBe(false);
});

test.for([
  { waiting: "no other tenant's requests", count: 8, part: 4 },
  { waiting: "other tenants' requests", count: 60, part: 16 },
])("while $waiting wait, a tenant is overloaded when its next request would wait for 1/$part of its time", async ({ count, part }) => {
  const queue = await busyQueue();
  works(queue, "greedy", 30);
  works(queue, "third", count);
  await after(500);
  // The first of 22 waiting requests has waited for 500 ms, behind eight running ones.
  const waitMs = (22 * 500) / 9;

  const isOverloaded = (timeMs: number) => queue.isOverloaded("greedy", timeMs);

  expect([isOverloaded(waitMs * part * 1.01), isOverloaded(waitMs * part * 0.99)]).toEqual([false, true]);
});

test("many simultaneous requests are no overload until the first in the queue has waited for a quarter of the longest wait", async () => {
  const queue = await busyQueue();
  works(queue, "greedy", 200);
  await after(100);
  const isOverloaded = (longestMs: number) => queue.isOverloaded("greedy", longestMs * 4);

  expect([isOverloaded(404), isOverloaded(396)]).toEqual([false, true]);
});

test("an overload lasts until the next request would wait a quarter less", async () => {
  const queue = await busyQueue();
  const { begun } = works(queue, "greedy", 60);
  for (let n = 0; n < 20; n++) {
    for (const end of begun.splice(0)) end();
    await after(20);
  }
  // The shortest time without overload is searched from above, from a time that allows any wait.
  let timeMs = 1_000_000;
  while (timeMs > 1 && !queue.isOverloaded("greedy", timeMs)) timeMs *= 0.99;

  const isOverloaded = (factor: number) => queue.isOverloaded("greedy", timeMs * factor);

  expect([isOverloaded(1.2), isOverloaded(1.3), isOverloaded(1.4), isOverloaded(1.3), isOverloaded(1.2)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("waiting requests run when the process has time again", async () => {
  let part = 1;
  const queue = await busyQueue(() => part);
  works(queue, "greedy", 8);
  const waiting = works(queue, "greedy", 100);
  await after(100);
  expect(waiting.begun).toHaveLength(0);

  part = 0.5;
  await after(2_000);

  expect(waiting.begun).toHaveLength(100);
});

test("waiting requests run when no other tenant is left", async () => {
  const queue = await busyQueue();
  works(queue, "greedy", 8);
  const waiting = works(queue, "greedy", 100);
  await after(100);
  expect(waiting.begun).toHaveLength(0);

  await after(3_000);

  expect(waiting.begun).toHaveLength(100);
});

test("a long request that waits for something else holds up no other request of its tenant", async () => {
  const queue = await busyQueue();
  works(queue, "greedy", 8);
  const next = works(queue, "greedy", 1);
  await after(100);
  expect(next.begun).toHaveLength(0);

  await after(1_000);

  expect(next.begun).toHaveLength(1);
});

test("a failed request gives its place to the next", async () => {
  const queue = await busyQueue();
  const held = works(queue, "greedy", 8);
  const failing = queue.run("greedy", () => Promise.reject(new Error("broken")));
  const next = works(queue, "greedy", 8);
  const broken = expect(failing).rejects.toThrow("broken");
  await after(0);
  expect([held.begun.length, next.begun.length]).toEqual([8, 0]);

  for (const end of held.begun) end();
  await broken;
  await after(0);

  expect(next.begun).toHaveLength(8);
});

test("a request whose time is over, or whose client has disconnected, leaves the queue and never runs", async () => {
  const queue = await busyQueue();
  const held = works(queue, "greedy", 8);
  const gone = new AbortController();
  const call = { requestId: "r", deadlineMs: performance.now() + 100, signal: gone.signal, traced: false };
  const work = vi.fn(async () => undefined);
  const left = expect(runWithContext(call, () => queue.run("greedy", work))).rejects.toMatchObject({ kind: "aborted" });
  gone.abort();
  await left;

  const waiting = runWithContext({ ...call, signal: new AbortController().signal }, () => queue.run("greedy", work));
  const late = expect(waiting).rejects.toMatchObject({ kind: "resource_exhausted", message: expect.stringContaining("greedy") });
  await after(150);
  await late;
  for (const end of held.begun) end();
  await after(100);

  expect(work).not.toHaveBeenCalled();
});

test("a tenant is present for two seconds after its last request: until then another tenant is not alone", async () => {
  const queue = queueOf(() => 0.5);
  const shared = () => ["one", "two", ""].map((name) => queue.isShared(name));
  expect(shared()).toEqual([false, false, false]);
  await queue.run("one", async () => undefined);

  await after(1_900);
  expect(shared()).toEqual([false, true, true]);
  await after(200);

  expect(shared()).toEqual([false, false, false]);
});
