import { keyOf, type Level, type Levels, type Place, rootKey } from "./place.ts";

interface PlaceRow {
  readonly kind: "place";
  readonly key: string;
  readonly depth: number;
  readonly place: Place;
  readonly isOpen: boolean;
}

/** Below what has been read of a level: there is more of it, it could not be read, or there is nothing in it. */
interface EndRow {
  readonly kind: "more" | "failed" | "empty";
  readonly key: string;
  readonly depth: number;
  readonly level: Level;
}

export type TreeRow = PlaceRow | EndRow;

/** The rows of a tree from top to bottom: of what is closed nothing. */
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
  // Its key changes with each page, so that the row that asks for the next one is another.
  if (end !== undefined) rows.push({ kind: end, key: `${end} ${level.next?.of} ${level.next?.pageToken} of ${levelKey}`, depth, level });
}

function endOf({ error, next, places }: Level): EndRow["kind"] | undefined {
  if (error !== undefined) return "failed";
  if (next !== undefined) return "more";
  return places.length === 0 ? "empty" : undefined;
}
