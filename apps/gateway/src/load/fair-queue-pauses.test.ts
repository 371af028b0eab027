import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { after, busyQueue, works } from "../../test/queue-stage.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a process that stays busy pauses between the requests of a heavy tenant, three times as long as each of them took", async () => {
  const queue = await busyQueue();
  const many = works(queue, "greedy", 20);
  await after(100);
  for (const end of many.begun.splice(0)) end();
  await after(310);
  expect(many.begun).toHaveLength(1);

  many.begun.shift()?.();
  await after(20);
  expect(many.begun).toHaveLength(0);
  await after(20);

  expect(many.begun).toHaveLength(1);
});

test("a pause whose timer is early goes on to its end, and no longer", async () => {
  const queue = await busyQueue();
  const many = works(queue, "greedy", 20);
  await after(10);
  for (const end of many.begun.splice(0)) end();
  // The pause is three times as long as the request, which took 10 ms.
  await after(5);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() - 1);

  await after(25);
  expect(many.begun).toHaveLength(0);
  await after(1);

  expect(many.begun).toHaveLength(1);
});

test("a busy process pauses between the requests of a tenant that begins more than all others together, even if few overlap", async () => {
  const queue = await busyQueue();
  const quick = async (name: string, count: number) => {
    for (let n = 0; n < count; n++) await queue.run(name, async () => undefined);
  };
  // Each step takes half of the time between two adjustments.
  for (let half = 0; half < 4; half++) {
    await Promise.all([quick("greedy", 20), quick("other", 10)]);
    await after(25);
  }

  const greedy = works(queue, "greedy", 2);
  const other = works(queue, "other", 7);
  await after(10);
  for (const end of greedy.begun) end();
  await after(20);
  expect([greedy.begun.length, other.begun.length]).toEqual([1, 7]);
  await after(20);

  expect(greedy.begun).toHaveLength(2);
});

test("the more heavy tenants there are, the shorter are a busy process's pauses for each, so that it is not idle", async () => {
  const queue = await busyQueue();
  const names = ["a", "b", "c", "d"];
  const all = names.map((name) => works(queue, name, 200));
  let ended = 0;
  const step = async () => {
    for (const { begun } of all) for (const end of begun.splice(0)) ended += Number(end() === undefined);
    await after(100);
  };
  for (let n = 0; n < 10; n++) await step();
  ended = 0;

  for (let n = 0; n < 30; n++) await step();

  // Two requests of each tenant run at a time, for 100 ms each, over 3 s. The pauses for a single heavy tenant would allow only one request
  // of all four tenants.
  expect(ended).toBeGreaterThan(180);
  expect(ended).toBeLessThan(260);
});
