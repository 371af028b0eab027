import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReadRest } from "./read-rest.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

const row = { apiKeyId: "pk", deliveryId: 1, fence: 1, groupFence: 1, tries: 0 };
const nothing = { rows: [], last: undefined, wasReady: false };
const alone = { maxRead: 100, others: 0, longestMs: 1_000 };
const shared = { ...alone, others: 1 };
const times = (rest: ReadRest, read: typeof nothing, circumstances: typeof alone, count: number) =>
  Array.from({ length: count }, () => rest.after(read, circumstances).ms);

test("a process that takes nothing rests longer after each turn, alone up to the next look for what is due", () => {
  expect(times(new ReadRest(), nothing, alone, 10)).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 1_000, 1_000]);
});

test("beside others it rests a tenth of a second at most, and half a second once nothing has come for ten", () => {
  const rest = new ReadRest();

  const lately = times(rest, nothing, shared, 7);
  vi.advanceTimersByTime(10_000);

  expect(lately).toEqual([4, 8, 16, 32, 64, 100, 100]);
  expect(times(rest, nothing, shared, 4)).toEqual([100, 200, 400, 500]);
});

test("while something is ready and there is no capacity for it, it looks again soon", () => {
  expect(times(new ReadRest(), { ...nothing, wasReady: true }, alone, 6)).toEqual([4, 8, 16, 32, 32, 32]);
});

test("a turn ends with its last group: one that took something anywhere is followed by a pause alone", () => {
  const rest = new ReadRest();
  times(rest, nothing, alone, 5);

  rest.after({ rows: [row], last: "a", wasReady: true }, alone);

  expect(rest.after(nothing, alone)).toEqual({ ms: 4, interruptible: false });
  expect(times(rest, nothing, alone, 2)).toEqual([4, 8]);
});

test("whoever is woken begins with the shortest rest again", () => {
  const rest = new ReadRest();
  times(rest, nothing, alone, 5);

  rest.end();

  expect(times(rest, nothing, alone, 2)).toEqual([4, 8]);
});
