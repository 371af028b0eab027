import { invalid } from "./failure.ts";

/** The number of rows that a page shows, and the number to read: one more, to see whether the page is the last. */
export function pageSizeOf(pageSize: number, defaultSize: number): { size: number; limit: number } {
  const size = pageSize || defaultSize;
  return { size, limit: size + 1 };
}

/**
 * The page cut from the rows that were read: shorter than its size when the rows are large, never empty when there is a row.
 * `nextPageToken` is empty on the last page.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => Cursor,
): { shown: readonly Row[]; nextPageToken: string } {
  const shown = fittingRows(rows, size);
  const last = shown.at(-1);
  return { shown, nextPageToken: last !== undefined && shown.length < rows.length ? encodeCursor(cursorOf(last)) : "" };
}

/** The position where a keyset page ended: the values of the ordering columns, in that order. */
export type Cursor = readonly (string | number)[];

/**
 * The cursor as the opaque text of a `page_token` between services. It is no secret and grants nothing: every statement names the API key.
 */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** Reads a cursor whose values must have these types; the empty text means the first page (undefined). Fails with `invalid_argument`. */
export function decodeCursor(token: string, types: readonly ("string" | "number")[]): Cursor | undefined {
  if (token === "") return undefined;
  const problem = invalid("page_token", "page_token is not one that this service returned.");
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    throw problem;
  }
  if (!Array.isArray(value) || value.length !== types.length) throw problem;
  if (value.some((item, index) => typeof item !== types[index])) throw problem;
  return value as Cursor;
}

/**
 * Most bytes of items in one response of a list. The limit keeps building and writing a response within a few milliseconds, in which all
 * other requests wait; a number of rows would say nothing about their size.
 */
const maxPageBytes = 256 * 1024;

/** Counts the bytes of a page while it is filled. Every paged list limits its pages with it. */
export class PageBytes {
  readonly #most: number;
  #bytes = 0;
  #items = 0;
  #full = false;

  constructor(most: number = maxPageBytes) {
    this.#most = most;
  }

  /** Whether one more item of this size belongs to the page. The first always does: a page is never empty. */
  admits(bytes: number): boolean {
    this.#full ||= this.#items > 0 && this.#bytes + bytes > this.#most;
    if (this.#full) return false;
    this.#bytes += bytes;
    this.#items++;
    return true;
  }

  /** How many more items of the average size fit, plus one that does not; 0 once an item did not fit. */
  get more(): number {
    if (this.#full) return 0;
    return Math.max(0, Math.floor((this.#most - this.#bytes) / (this.#bytes / this.#items))) + 1;
  }
}

/** The first rows that make a page: at most `size`, within the byte limit of a response. */
export function fittingRows<Row>(rows: readonly Row[], size: number, bytes?: PageBytes): readonly Row[] {
  // Nearly all pages are far from the limit, and a cheap overestimate shows that without measuring every text.
  if (bytes === undefined && mostBytesOf(rows) <= maxPageBytes) return rows.length <= size ? rows : rows.slice(0, size);
  return measuredRows(rows, size, bytes ?? new PageBytes());
}

function measuredRows<Row>(rows: readonly Row[], size: number, bytes: PageBytes): readonly Row[] {
  const end = rows.findIndex((row, index) => index === size || !bytes.admits(bytesOfRow(row)));
  return end < 0 ? rows : rows.slice(0, end);
}

/** Roughly the bytes of a row in a message: its texts, and a few bytes for each value. */
export function bytesOfRow(row: unknown): number {
  if (typeof row === "string") return Buffer.byteLength(row) + valueBytes;
  if (row instanceof Uint8Array) return row.byteLength + valueBytes;
  if (typeof row !== "object" || row === null) return valueBytes;
  let sum = valueBytes;
  for (const value of Object.values(row)) sum += bytesOfRow(value);
  return sum;
}

// Never less than `bytesOfRow`: a character has at most three bytes.
function mostBytesOf(value: unknown): number {
  if (typeof value === "string") return value.length * 3 + valueBytes;
  if (value instanceof Uint8Array) return value.byteLength + valueBytes;
  if (typeof value !== "object" || value === null) return valueBytes;
  let sum = valueBytes;
  // `for in` takes nine times as long.
  for (const item of Array.isArray(value) ? value : Object.values(value)) sum += mostBytesOf(item);
  return sum;
}

const valueBytes = 8;
