import { expect, test } from "vitest";
import { placeFolders, type TreeNode } from "./place-folders.ts";

/** `{ b: "a" }`: b is in a; `{ a: null }`: a is in no other. */
function tree(
  parents: Record<string, string | null>,
  { create = true, maxDepth = 100, room = 1_000, heights = {} as Record<string, number> } = {},
) {
  const nodes = new Map<string, TreeNode>(Object.entries(parents).map(([id, parentId]) => [id, { parentId, height: heights[id] ?? 0 }]));
  return { nodes, create, maxDepth, room };
}

const into = (id: string, parentId: string | null) => ({ id, parentId });

test("a subtree is created in whatever order its folders are named", () => {
  const placements = placeFolders([into("c", "b"), into("b", "a"), into("a", null)], tree({}));

  expect(Object.fromEntries(placements)).toEqual({ a: "create", b: "create", c: "create" });
});

test("a folder cannot be put into itself or into a folder below it", () => {
  const known = tree({ a: null, b: "a", c: "b" });

  expect(placeFolders([into("a", "c")], known).get("a")).toBe("cycle");
  expect(placeFolders([into("a", "a")], known).get("a")).toBe("cycle");
  expect(known.nodes.get("a")).toEqual({ parentId: null, height: 0 });
});

test("new folders that name each other as parent are refused", () => {
  const placements = placeFolders([into("a", "b"), into("b", "a"), into("c", "c")], tree({}));

  expect(Object.fromEntries(placements)).toEqual({ b: "cycle", a: "parent_not_found", c: "cycle" });
});

test("moves are applied one after the other", () => {
  const swapped = placeFolders([into("b", "root"), into("a", "b")], tree({ a: null, b: "a" }));
  const refused = placeFolders([into("a", "b"), into("b", "root")], tree({ a: null, b: "a" }));

  expect(Object.fromEntries(swapped)).toEqual({ b: "keep", a: "keep" });
  expect(Object.fromEntries(refused)).toEqual({ a: "cycle", b: "keep" });
});

test("a missing parent fails the folders that are put into it and no others", () => {
  const placements = placeFolders([into("a", "gone"), into("b", "a"), into("c", null)], tree({}));

  expect(Object.fromEntries(placements)).toEqual({ a: "parent_not_found", b: "parent_not_found", c: "create" });
});

test("a missing folder is not created by a change", () => {
  expect(placeFolders([into("a", null)], tree({}, { create: false })).get("a")).toBe("not_found");
});

test("no folder gets deeper than the limit, including those below a moved one", () => {
  const known = tree({ a: null, b: "a", moved: null }, { maxDepth: 3, heights: { a: 1, moved: 1 } });

  expect(placeFolders([into("moved", "b")], known).get("moved")).toBe("too_deep");
  expect(placeFolders([into("moved", "a")], known).get("moved")).toBe("keep");
  expect(placeFolders([into("new", "b"), into("newer", "new")], known).get("newer")).toBe("too_deep");
});

test("the height of a folder includes folders that the same batch puts below it", () => {
  const known = tree({ a: null, b: null, c: "b" }, { maxDepth: 3 });

  const placements = placeFolders([into("x", "a"), into("a", "c")], known);

  expect(Object.fromEntries(placements)).toEqual({ x: "create", a: "too_deep" });
});

test("beyond the quota no folder is created, nor those below it, and the others are placed", () => {
  const known = tree({ a: null }, { room: 1 });

  const placements = placeFolders([into("x", "a"), into("y", null), into("z", "y"), into("a", "root")], known);

  expect(Object.fromEntries(placements)).toEqual({ x: "create", y: "no_room", z: "parent_not_found", a: "keep" });
});
