import { keyOf, type Level, type Levels, type Place, rootKey } from "./place.ts";

interface PlaceRow {
  readonly kind: "place";
  readonly key: string;
  readonly depth: number;
  readonly place: Place;
  readonly isOpen: boolean;
}

/** The last row of a level: more to load, a failure, or nothing in it. */
interface EndRow {
  readonly kind: "more" | "failed" | "empty";
  readonly key: string;
  readonly depth: number;
  readonly level: Level;
}

export type TreeRow = PlaceRow | EndRow;

/** The rows of a tree from top to bottom, without the contents of closed places. */
export function treeRows(levels: Levels): TreeRow[] {
  const rows: TreeRow[] = [];
  addLevel(rows, levels, rootKey, 0);
  return rows;
}

function addLevel(rows: TreeRow[], levels: Levels, levelKey: string, depth: number): void {
  const level = levels[levelKey];
  if (level?.isOpen !== true) return;
  for (const place of level.places) {
    const key = keyOf(place);
    rows.push({ kind: "place", key, depth, place, isOpen: levels[key]?.isOpen === true });
    addLevel(rows, levels, key, depth + 1);
  }
  const end = endOf(level);
  // The key changes with each page, so that the row which loads the next one is a new row.
  if (end !== undefined) rows.push({ kind: end, key: `${end} ${level.next?.of} ${level.next?.pageToken} of ${levelKey}`, depth, level });
}

function endOf({ error, next, places }: Level): EndRow["kind"] | undefined {
  if (error !== undefined) return "failed";
  if (next !== undefined) return "more";
  return places.length === 0 ? "empty" : undefined;
}
