import { expect, test } from "vitest";
import { keyOf, type Level, newLevel, type Place } from "./place.ts";
import { treeRows } from "./tree-rows.ts";

const folder = (id: string): Place => ({ kind: "folder", id, name: id });
const document = (id: string): Place => ({ kind: "document", id, name: id });
const read = (parent: Place | undefined, places: readonly Place[], more: Partial<Level> = {}): Level => ({
  ...newLevel(parent),
  places,
  next: undefined,
  ...more,
});
const shown = (levels: Record<string, Level>) =>
  treeRows(levels).map((row) => `${"  ".repeat(row.depth)}${row.kind === "place" ? row.place.id : row.kind}`);

test("an open place is followed by its contents, a closed one by nothing", () => {
  const a = folder("a");
  const b = folder("b");
  const doc = document("doc");
  const levels = {
    "": read(undefined, [a, b, doc]),
    [keyOf(a)]: read(a, [document("in-a")]),
    [keyOf(b)]: read(b, [document("in-b")], { isOpen: false }),
    [keyOf(doc)]: read(doc, []),
  };

  expect(shown(levels)).toEqual(["a", "  in-a", "b", "doc", "  empty"]);
});

test("a level ends with a row that loads more, or that says why there is none", () => {
  const a = folder("a");

  expect(shown({ "": newLevel(undefined) })).toEqual(["more"]);
  expect(shown({ "": read(undefined, [a], { next: { of: "documents" } }) })).toEqual(["a", "more"]);
  expect(shown({ "": read(undefined, [a], { next: { of: "documents" }, error: new Error("away") }) })).toEqual(["a", "failed"]);
});

test("every row of a tree has its own key, and each page another row that loads the next", () => {
  const a = folder("x");
  const thread = { kind: "thread", id: "x", name: "x", document: "d" } as const;
  const first = treeRows({ "": read(undefined, [a, document("x"), thread, { ...thread, document: "e" }], { next: { of: "documents" } }) });
  const second = treeRows({ "": read(undefined, [a], { next: { of: "documents", pageToken: "2" } }) });

  expect(new Set(first.map(({ key }) => key)).size).toBe(5);
  expect(second.at(-1)?.key).not.toBe(first.at(-1)?.key);
});
