import { expect, test } from "vitest";
import { circlesIn } from "./circles.ts";

function file(path: string, ...from: string[]) {
  return { path, uses: from.map((source) => ({ from: source, name: "x", handsOn: false })) };
}

test("files that need one another are reported as the way round", () => {
  expect(circlesIn([file("a", "b"), file("b", "c"), file("c", "a")])).toEqual([["a", "b", "c", "a"]]);
  expect(circlesIn([file("a", "a")])).toEqual([["a", "a"]]);
});

test("a file that two others need is no circle", () => {
  expect(circlesIn([file("a", "b", "c"), file("b", "d"), file("c", "d"), file("d")])).toEqual([]);
});

test("a circle behind files that are not part of it is found", () => {
  expect(circlesIn([file("a", "b"), file("b", "c"), file("c", "b"), file("d", "a")])).toEqual([["b", "c", "b"]]);
});
