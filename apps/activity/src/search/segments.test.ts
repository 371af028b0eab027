import { describe, expect, test } from "vitest";
import { fullSegment, splitOf } from "./segments.ts";

const place = (ref: number) => ({ createdAtMs: 1_000, ref });
const full = { comments: fullSegment.comments, terms: 10, first: place(10), last: place(20), middle: place(15) };

describe("a full segment", () => {
  test.each([
    ["newer threads begin a new one above it", 21, 25, { at: place(21), kind: "upper" }],
    ["newer threads begin a new one above it beside comments of its last thread", 20, 25, { at: place(25), kind: "upper" }],
    ["comments of its last thread go into it", 20, 20, undefined],
    ["older threads begin a new one below it", 5, 9, { at: place(10), kind: "lower" }],
    ["older threads begin a new one below it beside comments of its first thread", 5, 10, { at: place(10), kind: "lower" }],
    ["comments of its first thread go into it", 10, 10, undefined],
    ["threads in between move half of it", 12, 12, { at: place(15), kind: "halves" }],
    ["threads on both sides move half of it", 5, 25, { at: place(15), kind: "halves" }],
    ["its last thread and one in between move half of it", 12, 20, { at: place(15), kind: "halves" }],
  ])("%s", (_, lowest, highest, split) => {
    expect(splitOf(full, place(lowest), place(highest))).toEqual(split);
  });

  test("is not split while it has room", () => {
    expect(splitOf({ ...full, comments: fullSegment.comments - 1 }, place(21), place(25))).toBeUndefined();
  });

  test("is full of terms as well", () => {
    expect(splitOf({ ...full, comments: 1, terms: fullSegment.terms }, place(21), place(25))).toEqual({ at: place(21), kind: "upper" });
  });

  test("of a single thread stays whole when threads on both sides come", () => {
    const only = { ...full, last: place(10), middle: undefined };
    expect(splitOf(only, place(5), place(25))).toBeUndefined();
  });
});
