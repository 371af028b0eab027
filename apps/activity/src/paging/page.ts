import { type Cursor, decodeCursor, encodeCursor, invalid, PageBytes } from "@parley/kernel";

/** Later than every time that a request can name. */
export const endOfTimeMs = Number.MAX_SAFE_INTEGER;

/** A row that a page examined: one that matches the filters, or the last one. */
interface SeenRow {
  readonly createdAtMs: number;
  readonly ref: number;
  readonly isMatch: boolean;
  readonly isScanEnd: boolean;
}

interface TimeRange {
  readonly createdAfterMs?: bigint | undefined;
  readonly createdBeforeMs?: bigint | undefined;
  readonly pageToken: string;
}

/**
 * Where a page of a list that begins with the oldest continues. Returns a key that rows must come after and a time that they must be
 * earlier than.
 */
export function forwardFrom({ createdAfterMs, createdBeforeMs, pageToken }: TimeRange) {
  const [afterMs, afterRef] = decodeKey(pageToken, ["number", "number"]) ?? [
    createdAfterMs === undefined ? -1 : Number(createdAfterMs),
    endOfTimeMs,
  ];
  return {
    afterMs: Number(afterMs),
    afterRef: Number(afterRef),
    beforeMs: createdBeforeMs === undefined ? endOfTimeMs : Number(createdBeforeMs),
  };
}

/**
 * Where a page of a list that begins with the newest continues. Returns a key that rows must come before and a time that they must be later
 * than.
 */
export function backwardFrom({ createdAfterMs, createdBeforeMs, pageToken }: TimeRange) {
  const [beforeMs, beforeRef] = decodeKey(pageToken, ["number", "number"]) ?? [
    createdBeforeMs === undefined ? endOfTimeMs : Number(createdBeforeMs),
    -1,
  ];
  return { beforeMs: Number(beforeMs), beforeRef: Number(beforeRef), afterMs: createdAfterMs === undefined ? -1 : Number(createdAfterMs) };
}

/** Reads a cursor whose numbers must be whole: any other that a caller invents would not fit a column. */
export function decodeKey(pageToken: string, types: readonly ("string" | "number")[]): Cursor | undefined {
  const cursor = decodeCursor(pageToken, types);
  if (cursor?.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) {
    throw invalid("page_token", "page_token is not one that this service returned.");
  }
  return cursor;
}

/**
 * The page out of rows, of which one more was read than it shows: cut where it would be too large for a message, and never empty when there
 * is a row to show. The next page continues after the last row that this one examined.
 */
export function cutPage<Row extends SeenRow>(
  rows: readonly Row[],
  size: number,
  bytesOf: (row: Row) => number,
): { rows: Row[]; nextPageToken: string } {
  const shown: Row[] = [];
  const bytes = new PageBytes();
  for (const row of rows) {
    if (!row.isMatch) continue;
    if (shown.length === size || !bytes.admits(bytesOf(row))) return { rows: shown, nextPageToken: tokenBehind(shown.at(-1)) };
    shown.push(row);
  }
  const last = rows.at(-1);
  return { rows: shown, nextPageToken: last?.isScanEnd ? tokenBehind(last) : "" };
}

/** Where the page behind a row begins. */
export function tokenBehind(row: SeenRow | undefined): string {
  return row === undefined ? "" : encodeCursor([row.createdAtMs, row.ref]);
}
