import { type Cursor, encodeCursor, PageBytes, pageSizeOf } from "@parley/kernel";

const defaultPageSize = 100;

interface Item {
  readonly dataJson: string;
}

/** The page size, and the number of rows to read for it. */
export function sizeOf({ pageSize }: { readonly pageSize: number }): { size: number; limit: number } {
  return pageSizeOf(pageSize, defaultPageSize);
}

/**
 * Cuts a page from the rows that were read: shorter than its size when it would be too large for a message, but never empty when there is a
 * row.
 */
export function itemsPage<Row, Made extends Item>(
  rows: readonly Row[],
  size: number,
  itemOf: (row: Row) => Made,
  keyOf: (row: Row) => Cursor,
) {
  const items: Made[] = [];
  const bytes = new PageBytes();
  for (const row of rows) {
    if (items.length === size) break;
    const item = itemOf(row);
    if (!bytes.admits(Buffer.byteLength(item.dataJson))) break;
    items.push(item);
  }
  const last = rows[items.length - 1];
  return { items, nextPageToken: last !== undefined && items.length < rows.length ? encodeCursor(keyOf(last)) : "" };
}
