import { runWithContext } from "@parley/kernel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { after, busyTurns, turnsOf, works } from "../../test/turns-stage.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());
test("a process with time to spare works on ever more for as long as some wait, on 64 at the same time", async () => {
  const turns = turnsOf(() => 0.5);
  const other = works(turns, "other", 1);
  const greedy = works(turns, "greedy", 200);
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

test("what was given a while ago is taken back when it is not used", async () => {
  const turns = turnsOf(() => 0.5);
  works(turns, "other", 1);
  const first = works(turns, "greedy", 100);
  await after(1_000);
  for (const end of first.begun) end();
  await after(10_000);
  works(turns, "other", 1);

  const later = works(turns, "greedy", 100);
  await after(0);

  expect(later.begun).toHaveLength(8);
});

test("a caller that is alone does not wait, however busy the process is", async () => {
  const turns = turnsOf(() => 1);
  const { begun } = works(turns, "greedy", 100);
  await after(1_000);
  const more = works(turns, "greedy", 100);
  await after(0);

  expect([begun.length, more.begun.length]).toEqual([100, 100]);
});

test("a caller with no more than eight requests does not wait, however busy the process is", async () => {
  const turns = await busyTurns();
  const [eight, nine] = [works(turns, "eight", 8), works(turns, "nine", 9)];
  await after(0);

  expect([eight.begun.length, nine.begun.length]).toEqual([8, 8]);
});

test("a busy process works on one request after the other of a caller with many, in the order in which they came", async () => {
  const turns = await busyTurns();
  const first = works(turns, "greedy", 8);
  const order: number[] = [];
  const later = [1, 2, 3].map((n) => turns.during("greedy", async () => void order.push(n)));
  const third = works(turns, "third", 1);
  await after(0);
  expect([order, third.begun.length]).toEqual([[], 1]);

  for (const end of first.begun) end();
  await Promise.all(later);

  expect(order).toEqual([1, 2, 3]);
});

test("a request is late when it would wait for more than a quarter of its time, until the queue is shorter", async () => {
  const turns = await busyTurns();
  const timeMs = 2_000;
  const isLate = () => {
    const call = { requestId: "r", deadlineMs: performance.now() + timeMs, signal: new AbortController().signal, traced: false };
    return runWithContext(call, () => turns.isLate("greedy"));
  };
  expect(isLate()).toBe(false);
  const { begun, ended } = works(turns, "greedy", 60);
  expect(isLate()).toBe(false);

  // A rest is three times as long as what was done.
  const step = async () => {
    for (const end of begun.splice(0)) end();
    await after(20);
  };
  for (let n = 0; n < 20; n++) await step();
  expect(isLate()).toBe(true);
  expect(turns.isLate("other", timeMs)).toBe(false);

  let left = ended.length;
  for (const end of ended) void end.then(() => left--);
  while (left > 4) await step();
  expect(isLate()).toBe(false);
});

test.for([
  { waiting: "nobody else's", count: 8, part: 4 },
  { waiting: "others'", count: 60, part: 16 },
])("where $waiting requests wait, a request is late that would wait for 1/$part of its time", async ({ count, part }) => {
  const turns = await busyTurns();
  works(turns, "greedy", 30);
  works(turns, "third", count);
  await after(500);
  // The first of 22 that wait has waited for 500 ms, behind eight at work.
  const waitMs = (22 * 500) / 9;

  const isLate = (timeMs: number) => turns.isLate("greedy", timeMs);

  expect([isLate(waitMs * part * 1.01), isLate(waitMs * part * 0.99)]).toEqual([false, true]);
});

test("of many that come at once none is late until the first of those that wait has waited for a quarter of the longest wait itself", async () => {
  const turns = await busyTurns();
  works(turns, "greedy", 200);
  await after(100);
  const isLate = (longestMs: number) => turns.isLate("greedy", longestMs * 4);

  expect([isLate(404), isLate(396)]).toEqual([false, true]);
});

test("once one was late, all are until they would wait for a quarter less", async () => {
  const turns = await busyTurns();
  const { begun } = works(turns, "greedy", 60);
  for (let n = 0; n < 20; n++) {
    for (const end of begun.splice(0)) end();
    await after(20);
  }
  // What one has to have for that is looked for from above, so that none was late before.
  let timeMs = 1_000_000;
  while (timeMs > 1 && !turns.isLate("greedy", timeMs)) timeMs *= 0.99;

  const isLate = (factor: number) => turns.isLate("greedy", timeMs * factor);

  expect([isLate(1.2), isLate(1.3), isLate(1.4), isLate(1.3), isLate(1.2)]).toEqual([true, true, false, false, false]);
});

test("those who wait go on when the process has time again", async () => {
  let part = 1;
  const turns = await busyTurns(() => part);
  works(turns, "greedy", 8);
  const waiting = works(turns, "greedy", 100);
  await after(100);
  expect(waiting.begun).toHaveLength(0);

  part = 0.5;
  await after(2_000);

  expect(waiting.begun).toHaveLength(100);
});

test("those who wait go on when nobody else is left", async () => {
  const turns = await busyTurns();
  works(turns, "greedy", 8);
  const waiting = works(turns, "greedy", 100);
  await after(100);
  expect(waiting.begun).toHaveLength(0);

  await after(3_000);

  expect(waiting.begun).toHaveLength(100);
});

test("what takes long, as it waits for something else, holds up no other request of its caller", async () => {
  const turns = await busyTurns();
  works(turns, "greedy", 8);
  const next = works(turns, "greedy", 1);
  await after(100);
  expect(next.begun).toHaveLength(0);

  await after(1_000);

  expect(next.begun).toHaveLength(1);
});

test("a failure gives the turn on", async () => {
  const turns = await busyTurns();
  const held = works(turns, "greedy", 8);
  const failing = turns.during("greedy", () => Promise.reject(new Error("broken")));
  const next = works(turns, "greedy", 8);
  const broken = expect(failing).rejects.toThrow("broken");
  await after(0);
  expect([held.begun.length, next.begun.length]).toEqual([8, 0]);

  for (const end of held.begun) end();
  await broken;
  await after(0);

  expect(next.begun).toHaveLength(8);
});

test("a request whose time is over, or whose client has gone, waits no longer and is not worked on", async () => {
  const turns = await busyTurns();
  const held = works(turns, "greedy", 8);
  const gone = new AbortController();
  const call = { requestId: "r", deadlineMs: performance.now() + 100, signal: gone.signal, traced: false };
  const work = vi.fn(async () => undefined);
  const left = expect(runWithContext(call, () => turns.during("greedy", work))).rejects.toMatchObject({ kind: "aborted" });
  gone.abort();
  await left;

  const waiting = runWithContext({ ...call, signal: new AbortController().signal }, () => turns.during("greedy", work));
  const late = expect(waiting).rejects.toMatchObject({ kind: "resource_exhausted", message: expect.stringContaining("greedy") });
  await after(150);
  await late;
  for (const end of held.begun) end();
  await after(100);

  expect(work).not.toHaveBeenCalled();
});
