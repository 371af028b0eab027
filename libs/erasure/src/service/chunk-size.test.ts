import { expect, test } from "vitest";
import { ChunkSize } from "./chunk-size.ts";

const size = () => new ChunkSize({ mostRows: 5_000, targetMs: 20 });

function after(chunks: readonly { isFull?: boolean; msPerRow: number }[]): number {
  const chunk = size();
  for (const { isFull = true, msPerRow } of chunks) {
    const rows = chunk.rows(0);
    chunk.learn({ rows, isFull, tookMs: rows * msPerRow });
  }
  return chunk.rows(0);
}

test("a chunk grows to what the time allows, and no further than the bound", () => {
  const [slow, fast] = [0.01, 0.001].map((msPerRow) => after(Array.from({ length: 10 }, () => ({ msPerRow }))));

  expect([slow, fast]).toEqual([2_000, 5_000]);
});

test("a chunk that took too long makes the next one smaller, down to where its rows are not what takes the time", () => {
  expect(after([{ msPerRow: 0.1 }])).toBe(500);
  expect(after(Array.from({ length: 20 }, () => ({ msPerRow: 1_000 })))).toBe(250);
  expect(new ChunkSize({ mostRows: 2, targetMs: 20 }).rows(0)).toBe(2);
});

test("a chunk that found little does not make the next one larger", () => {
  expect(after([{ isFull: false, msPerRow: 0.000_1 }])).toBe(1_000);
});

test("a bound of rows a second bounds the chunk too", () => {
  expect([size().rows(50), size().rows(1_000_000)]).toEqual([50, 1_000]);
});
