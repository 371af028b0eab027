import { type Cursor, decodeCursor, encodeCursor, invalid, PageBytes } from "@parley/kernel";

/** Later than every time that a request can contain. */
export const endOfTimeMs = Number.MAX_SAFE_INTEGER;

/** A row that a page scanned: a matching one, or the last one. */
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

/** Where a page of a list in ascending order continues: a key that rows must come after, and a time that they must be before. */
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

/** The row behind which a page continues; undefined for the first page. */
export function behindOf(pageToken: string): readonly [ms: number, ref: number] | undefined {
  const key = decodeKey(pageToken, ["number", "number"]);
  return key === undefined ? undefined : [Number(key[0]), Number(key[1])];
}

/** The part of a list in either order that a page reads: from a key on, until a time that comes later in that order. */
export function rangeFrom({ createdAfterMs, createdBeforeMs, pageToken }: TimeRange, ascending: boolean) {
  const afterMs = createdAfterMs === undefined ? -1 : Number(createdAfterMs);
  const beforeMs = createdBeforeMs === undefined ? endOfTimeMs : Number(createdBeforeMs);
  const [fromMs, fromRef] = behindOf(pageToken) ?? (ascending ? [afterMs, endOfTimeMs] : [beforeMs, -1]);
  return { ascending, fromMs, fromRef, untilMs: ascending ? beforeMs : afterMs };
}

/** Decodes a cursor. Its numbers must be whole: other numbers, invented by a caller, would not fit into a column. */
export function decodeKey(pageToken: string, types: readonly ("string" | "number")[]): Cursor | undefined {
  const cursor = decodeCursor(pageToken, types);
  if (cursor?.some((value) => typeof value === "number" && !Number.isSafeInteger(value))) {
    throw invalid("page_token", "page_token is not one that this service returned.");
  }
  return cursor;
}

/**
 * Cuts a page from rows. One row more than the page shows must have been read. The page ends before it would be too large for a message,
 * but is never empty when there is a row. The next page continues after the last row scanned.
 */
export function cutPage<Row extends SeenRow>(
  rows: readonly Row[],
  size: number,
  bytesOf: (row: Row) => number,
  msOf: (row: Row) => number = ({ createdAtMs }) => createdAtMs,
): { rows: Row[]; nextPageToken: string } {
  const shown: Row[] = [];
  const bytes = new PageBytes();
  for (const row of rows) {
    if (!row.isMatch) continue;
    if (shown.length === size || !bytes.admits(bytesOf(row))) return { rows: shown, nextPageToken: tokenBehind(shown.at(-1), msOf) };
    shown.push(row);
  }
  const last = rows.at(-1);
  return { rows: shown, nextPageToken: last?.isScanEnd ? tokenBehind(last, msOf) : "" };
}

/** The token of the page behind a row. */
export function tokenBehind<Row extends SeenRow>(
  row: Row | undefined,
  msOf: (row: Row) => number = ({ createdAtMs }) => createdAtMs,
): string {
  return row === undefined ? "" : encodeCursor([msOf(row), row.ref]);
}
