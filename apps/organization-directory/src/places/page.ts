import { decodeCursor, encodeCursor, fittingRows } from "@parley/kernel";

const defaultPageSize = 100;
const maxPageSize = 1_000;

interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

/** Where a page begins (behind which id; the empty text is before all) and how many rows to read: one more than it shows, to see whether it is the last. */
export function pageOf({ pageSize, pageToken }: PageRequest, byIds: boolean): { after: string; size: number; limit: number } {
  const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
  const size = pageSize || (byIds ? maxPageSize : defaultPageSize);
  return { after: String(after), size, limit: size + 1 };
}

/** The page out of the rows that were read; shorter than its size when its texts are so long that the answer might be too large to be sent. */
export function cutPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
): { rows: readonly Row[]; nextPageToken: string } {
  const shown = fittingRows(rows, size);
  const last = shown.at(-1);
  return { rows: shown, nextPageToken: last !== undefined && shown.length < rows.length ? encodeCursor([last.id]) : "" };
}
