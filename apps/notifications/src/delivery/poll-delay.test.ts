import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PollDelay } from "./poll-delay.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

const row = { apiKeyId: "pk", target: "raw", deliveryId: 1, bytes: 1, fence: 1, groupFence: 1, tries: 0 };
const nothing = { rows: [], last: undefined, isMore: false };
const some = { ...nothing, rows: [row] };
const alone = { others: 0, longestMs: 1_000 };
const shared = { ...alone, others: 1 };
const times = (delay: PollDelay, read: Parameters<PollDelay["after"]>[0], circumstances: typeof alone, count: number) =>
  Array.from({ length: count }, () => delay.after(read, circumstances).ms);

test("a process that is alone and has left nothing rests until it is woken, or is to look for what is due", () => {
  const delay = new PollDelay();

  expect([delay.after(nothing, alone), delay.after(some, alone), delay.after(nothing, alone)]).toEqual(
    Array.from({ length: 3 }, () => ({ ms: 1_000, interruptible: true })),
  );
});

test("with other processes it pauses a tenth of a second at most, and half a second once nothing has come for ten", () => {
  const delay = new PollDelay();

  const lately = times(delay, nothing, shared, 7);
  vi.advanceTimersByTime(10_000);

  expect(lately).toEqual([4, 8, 16, 32, 64, 100, 100]);
  expect(times(delay, nothing, shared, 4)).toEqual([100, 200, 400, 500]);
});

test("while something is ready and there is no capacity for it, it looks again soon", () => {
  expect(times(new PollDelay(), { ...nothing, isMore: true }, alone, 6)).toEqual([4, 8, 16, 32, 32, 32]);
});

test("what it took and left in a round through all groups is known at the round's end", () => {
  const delay = new PollDelay();
  times(delay, { ...nothing, isMore: true }, alone, 5);

  const between = delay.after({ ...some, last: row, isMore: true }, alone);

  expect([between, delay.after(nothing, alone)]).toEqual(Array.from({ length: 2 }, () => ({ ms: 0, interruptible: false })));
  expect(delay.after(nothing, alone)).toEqual({ ms: 1_000, interruptible: true });
});

test("whoever takes something, or is woken, begins with the shortest delay again", () => {
  const delay = new PollDelay();
  times(delay, nothing, shared, 5);

  const taken = times(delay, some, shared, 1);
  times(delay, nothing, shared, 5);
  delay.end();

  expect([taken, times(delay, nothing, shared, 2)]).toEqual([[4], [4, 8]]);
});
