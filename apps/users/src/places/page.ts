import { type Cursor, encodeCursor, fittingRows } from "@parley/kernel";

/** A page request's bounds: how many rows to show, and one more to read, to see whether it is the last page. */
export function sizeOf(pageSize: number, defaultSize: number): { size: number; limit: number } {
  const size = pageSize || defaultSize;
  return { size, limit: size + 1 };
}

/** The page out of the rows that were read, shorter than its size when they are large, and where the next one begins. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => Cursor,
): { shown: readonly Row[]; nextPageToken: string } {
  const shown = fittingRows(rows, size);
  const last = shown.at(-1);
  return { shown, nextPageToken: last !== undefined && shown.length < rows.length ? encodeCursor(cursorOf(last)) : "" };
}
