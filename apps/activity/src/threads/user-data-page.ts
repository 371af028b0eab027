import { type Cursor, encodeCursor } from "@parley/kernel";

const defaultPageSize = 100;
// A quarter of what a message between services may hold: JSON text grows when it is put into JSON again.
const maxPageBytes = 2 * 1024 * 1024;

interface Item {
  readonly dataJson: string;
}

/** How many items a page shows, and how many rows to read for it: one more, to see whether it is the last. */
export function sizeOf({ pageSize }: { readonly pageSize: number }): { size: number; limit: number } {
  const size = pageSize || defaultPageSize;
  return { size, limit: size + 1 };
}

/** The page out of the rows that were read: shorter than its size when it would be too large for a message, never empty when there is a row. */
export function itemsPage<Row, Made extends Item>(
  rows: readonly Row[],
  size: number,
  itemOf: (row: Row) => Made,
  keyOf: (row: Row) => Cursor,
) {
  const items: Made[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (items.length === size) break;
    const item = itemOf(row);
    bytes += Buffer.byteLength(item.dataJson);
    if (bytes > maxPageBytes && items.length > 0) break;
    items.push(item);
  }
  const last = rows[items.length - 1];
  return { items, nextPageToken: last !== undefined && items.length < rows.length ? encodeCursor(keyOf(last)) : "" };
}
