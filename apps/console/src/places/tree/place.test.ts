import { expect, test } from "vitest";
import { changed, keyOf, type Level, type Levels, newLevel, type Place, toggled, unread } from "./place.ts";

const folder: Place = { kind: "folder", id: "f", name: "F" };
const key = keyOf(folder);
const half: Level = { ...newLevel(folder), places: [{ kind: "document", id: "d", name: "D" }], next: { of: "documents", pageToken: "2" } };
const withPage = (levels: Levels, of: Level) =>
  changed(levels, of, (level) => ({ ...level, places: [...level.places, folder], next: undefined }));

test("a reopened place is loaded again", () => {
  const closed = toggled({ [key]: half }, folder);

  expect(closed[key]?.isOpen).toBe(false);
  expect(toggled(closed, folder)[key]).toEqual(newLevel(folder));
});

test("a page is added to the level that it was loaded for, whatever else changed there", () => {
  const loading = changed({ [key]: half }, half, (level) => ({ ...level, isLoading: true }));

  expect(withPage(loading, half)[key]?.places.map(({ id }) => id)).toEqual(["d", "f"]);
});

test("a page is dropped if its level has been reset or has moved on meanwhile", () => {
  const anew = unread({ [key]: half });
  const first = newLevel(folder);
  const read = withPage({ [key]: half }, half);

  expect(anew[key]).toEqual(first);
  expect(withPage(anew, half)).toBe(anew);
  expect(withPage({ [key]: newLevel(folder) }, first)[key]?.places).toEqual([]);
  expect(withPage(read, half)).toBe(read);
  expect(withPage({}, half)).toEqual({});
});
