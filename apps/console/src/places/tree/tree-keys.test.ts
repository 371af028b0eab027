import { expect, test } from "vitest";
import { keyOf, newLevel, type Place } from "./place.ts";
import { activeIndex, treeMove } from "./tree-keys.ts";
import { treeRows } from "./tree-rows.ts";

const open: Place = { kind: "folder", id: "open", name: "Open" };
const document: Place = { kind: "document", id: "doc", name: "Doc" };
const rows = treeRows({
  "": { ...newLevel(undefined), places: [open, document], next: undefined },
  [keyOf(open)]: { ...newLevel(open), places: [{ kind: "folder", id: "inner", name: "Inner" }], next: undefined },
});

test("arrow keys move between rows, open and close them, and lead from a row to its parent", () => {
  expect(treeMove("ArrowDown", rows, -1)).toEqual({ to: 0 });
  expect(treeMove("ArrowRight", rows, 0)).toEqual({ to: 1 });
  expect(treeMove("ArrowRight", rows, 1)).toBe("toggle");
  expect(treeMove("ArrowLeft", rows, 1)).toEqual({ to: 0 });
  expect(treeMove("ArrowLeft", rows, 0)).toBe("toggle");
  expect(treeMove("ArrowUp", rows, 0)).toEqual({ to: 0 });
});

test("Home and End lead to the ends, and Enter or Space chooses a row", () => {
  expect(treeMove("End", rows, 0)).toEqual({ to: 2 });
  expect(treeMove("ArrowDown", rows, 2)).toEqual({ to: 2 });
  expect(treeMove("Home", rows, 2)).toEqual({ to: 0 });
  expect([treeMove("Enter", rows, 2), treeMove(" ", rows, 2), treeMove("Enter", rows, -1), treeMove("x", rows, 1)]).toEqual([
    "choose",
    "choose",
    undefined,
    undefined,
  ]);
});

test("the active row is found where it has moved, and once it is gone its successor is active", () => {
  expect(activeIndex(rows, { key: keyOf(document), at: 0 })).toBe(2);
  expect(activeIndex(rows, { key: "more", at: 1 })).toBe(1);
  expect(activeIndex(rows, { key: "more", at: 9 })).toBe(2);
  expect(activeIndex(rows, undefined)).toBe(-1);
});
