import type { TreeRow } from "./tree-rows.ts";

/** The effect of a key in a tree: move to a row, open or close the active one, or choose it. */
type TreeMove = { readonly to: number } | "toggle" | "choose";

/** The active row, and its position when it became active. */
export interface ActiveRow {
  readonly key: string;
  readonly at: number;
}

/**
 * The index of the active row, or -1 if there is none. If the row no longer exists ("Loading…" disappears once its page has arrived), the
 * row in its place is the active one.
 */
export function activeIndex(rows: readonly TreeRow[], active: ActiveRow | undefined): number {
  if (active === undefined) return -1;
  const at = rows.findIndex(({ key }) => key === active.key);
  return at < 0 ? Math.min(active.at, rows.length - 1) : at;
}

/** The effect of a key at the active row (-1 for none), following the tree pattern of WAI-ARIA; undefined if it has none. */
export function treeMove(key: string, rows: readonly TreeRow[], activeAt: number): TreeMove | undefined {
  const row = rows[activeAt];
  const isOpen = row?.kind === "place" && row.isOpen;
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(rows.length - 1, activeAt + 1) };
    case "ArrowUp":
      return { to: Math.max(0, activeAt - 1) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: rows.length - 1 };
    case "ArrowRight":
      return row?.kind === "place" && row.place.kind !== "thread" && !isOpen ? "toggle" : { to: Math.min(rows.length - 1, activeAt + 1) };
    case "ArrowLeft":
      return isOpen ? "toggle" : { to: Math.max(0, parentAt(rows, activeAt)) };
    case "Enter":
    case " ":
      return row?.kind === "place" ? "choose" : undefined;
    default:
      return undefined;
  }
}

function parentAt(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  return rows.findLastIndex((row, index) => index < at && row.depth < depth);
}
