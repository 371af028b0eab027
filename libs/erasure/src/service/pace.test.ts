import { expect, test } from "vitest";
import { ChunkSize, ChunkSizes, pauseAfter, pausedForMs } from "./pace.ts";

const size = () => new ChunkSize({ mostRows: 5_000, targetMs: 20 });

function after(chunks: readonly { isFull?: boolean; msPerRow: number }[]): number {
  const chunk = size();
  for (const { isFull = true, msPerRow } of chunks) {
    const rows = chunk.rows(0);
    chunk.learn({ rows, isFull, tookMs: rows * msPerRow });
  }
  return chunk.rows(0);
}

test("a chunk grows to the size that the target time allows, up to the limit", () => {
  const [slow, fast] = [0.01, 0.001].map((msPerRow) => after(Array.from({ length: 10 }, () => ({ msPerRow }))));

  expect([slow, fast]).toEqual([2_000, 5_000]);
});

test("a chunk that took too long makes the next one smaller, down to the size at which the round trip dominates", () => {
  expect(after([{ msPerRow: 0.1 }])).toBe(500);
  expect(after(Array.from({ length: 20 }, () => ({ msPerRow: 1_000 })))).toBe(250);
  expect(new ChunkSize({ mostRows: 2, targetMs: 20 }).rows(0)).toBe(2);
});

test("a chunk that found few rows does not make the next one larger", () => {
  expect(after([{ isFull: false, msPerRow: 0.000_1 }])).toBe(1_000);
});

test("a limit of rows a second also limits the chunk", () => {
  expect([size().rows(50), size().rows(1_000_000)]).toEqual([50, 1_000]);
});

const chunk = { rows: 1_000, tookMs: 20, rowsPerSecond: 0, pausePercent: 25, isBusy: true, tasks: 1 };

test("during requests a chunk takes at most 3 ms, and its size does not affect chunks that run alone", () => {
  const sizes = new ChunkSizes({ mostRows: 5_000, targetMs: 25 });
  for (let n = 0; n < 10; n++)
    for (const isBusy of [true, false]) {
      const rows = sizes.now(isBusy).rows(0);
      sizes.now(isBusy).learn({ rows, isFull: true, tookMs: rows * 0.01 });
    }

  expect([true, false].map((isBusy) => sizes.now(isBusy).rows(0))).toEqual([300, 2_500]);
});

test("a removal pauses during requests, and only then", () => {
  expect([pauseAfter(chunk), pauseAfter({ ...chunk, isBusy: false })]).toEqual([5, 0]);
});

test("several tasks of a service together leave as much room as one", () => {
  expect(pauseAfter({ ...chunk, tasks: 3 })).toBe(15);
});

test("a limit of rows a second applies whether or not there is other work", () => {
  for (const isBusy of [true, false]) expect(pauseAfter({ ...chunk, isBusy, rowsPerSecond: 1_000 })).toBe(980);
});

test("a task does not rest after a chunk that removed nothing", () => {
  expect(pauseAfter({ ...chunk, rows: 0, rowsPerSecond: 1 })).toBe(0);
});

test("a task of a paused job checks less and less often, finally once a minute", () => {
  expect([1, 2, 3, 5, 6, 1_000_000].map(pausedForMs)).toEqual([2_000, 4_000, 8_000, 32_000, 60_000, 60_000]);
});
