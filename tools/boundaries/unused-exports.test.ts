import { expect, test } from "vitest";
import type { SourceFile, Use } from "./source-graph.ts";
import { unusedExports } from "./unused-exports.ts";

function file(path: string, exports: string[], ...uses: Partial<Use>[]): SourceFile {
  return { path, lines: 1, specifiers: [], exports, uses: uses.map((use) => ({ from: "", name: "*", handsOn: false, ...use })) };
}

test("an export that no other file uses is reported", () => {
  const files = [file("a", ["used", "unused"]), file("b", [], { from: "a", name: "used" })];
  expect(unusedExports(files)).toEqual([{ path: "a", names: ["unused"] }]);
});

test("a re-exported name counts as used when it is imported through the re-export", () => {
  const door = file("index", [], { from: "a", handsOn: true });
  expect(unusedExports([file("a", ["x", "y"]), door, file("b", [], { from: "index", name: "x" })])).toEqual([{ path: "a", names: ["y"] }]);
});

test("an unused re-export by name is reported itself", () => {
  expect(unusedExports([file("a", ["x"]), file("index", ["x"], { from: "a", name: "x" })])).toEqual([{ path: "index", names: ["x"] }]);
});

test("an import of a whole module uses all of its names", () => {
  expect(unusedExports([file("a", ["x", "y"]), file("b", [], { from: "a", name: "*" })])).toEqual([]);
});
