import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { after, busyQueue, works } from "../../test/queue-stage.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a process that stays busy pauses between the requests of a tenant with many, three times as long as each of them took", async () => {
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
  // Three times 10 ms long.
  await after(5);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() - 1);

  await after(25);
  expect(many.begun).toHaveLength(0);
  await after(1);

  expect(many.begun).toHaveLength(1);
});

test("a busy process pauses between the requests of a tenant of which more come and go than of all others, although few are there together", async () => {
  const queue = await busyQueue();
  const quick = async (name: string, count: number) => {
    for (let n = 0; n < count; n++) await queue.run(name, async () => undefined);
  };
  // In halves of a look.
  for (let half = 0; half < 4; half++) {
    await Promise.all([quick("greedy", 20), quick("other", 10)]);
    await after(25);
  }

  const [greedy, other] = [works(queue, "greedy", 2), works(queue, "other", 7)];
  await after(10);
  for (const end of greedy.begun) end();
  await after(20);
  expect([greedy.begun.length, other.begun.length]).toEqual([1, 7]);
  await after(20);

  expect(greedy.begun).toHaveLength(2);
});

test("the more tenants with many there are, the less a busy process pauses with each: it would be idle although it is too small for them", async () => {
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

  // Two of each at work for 100 ms, 3 s long; with pauses as for a single caller it would be one of all four.
  expect(ended).toBeGreaterThan(180);
  expect(ended).toBeLessThan(260);
});
