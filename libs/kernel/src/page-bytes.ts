/**
 * What the items of one answer of a list may have in bytes: what is made of them and written in a few milliseconds, since everybody else waits meanwhile.
 * What a page has in rows says nothing of its size.
 */
const maxPageBytes = 256 * 1024;

/** Counts the bytes of a page while it is filled. Every list that has pages is cut by one of these. */
export class PageBytes {
  readonly #most: number;
  #bytes = 0;
  #items = 0;
  #full = false;

  constructor(most: number = maxPageBytes) {
    this.#most = most;
  }

  /** Whether one more item of so many bytes is part of the page. The first always is: a page that is cut is never empty. */
  admits(bytes: number): boolean {
    this.#full ||= this.#items > 0 && this.#bytes + bytes > this.#most;
    if (this.#full) return false;
    this.#bytes += bytes;
    this.#items++;
    return true;
  }

  /** How many more items fit if they are as large as those before, and one that does not; 0 when one did not already. */
  get more(): number {
    if (this.#full) return 0;
    return Math.max(0, Math.floor((this.#most - this.#bytes) / (this.#bytes / this.#items))) + 1;
  }
}

/** The first rows that are a page: at most so many, and no more bytes than an answer may have. */
export function fittingRows<Row>(rows: readonly Row[], size: number, bytes?: PageBytes): readonly Row[] {
  // Nearly all pages are far from the bound, and a look that is too high tells it without measuring every text.
  if (bytes === undefined && mostBytesOf(rows) <= maxPageBytes) return rows.length <= size ? rows : rows.slice(0, size);
  return measuredRows(rows, size, bytes ?? new PageBytes());
}

function measuredRows<Row>(rows: readonly Row[], size: number, bytes: PageBytes): readonly Row[] {
  const end = rows.findIndex((row, index) => index === size || !bytes.admits(bytesOfRow(row)));
  return end < 0 ? rows : rows.slice(0, end);
}

/** About what a row takes in a message: its texts, and a few bytes for each value. */
export function bytesOfRow(row: unknown): number {
  if (typeof row === "string") return Buffer.byteLength(row) + valueBytes;
  if (row instanceof Uint8Array) return row.byteLength + valueBytes;
  if (typeof row !== "object" || row === null) return valueBytes;
  let sum = valueBytes;
  for (const value of Object.values(row)) sum += bytesOfRow(value);
  return sum;
}

// No less than `bytesOfRow`: a character has three bytes at most.
function mostBytesOf(value: unknown): number {
  if (typeof value === "string") return value.length * 3 + valueBytes;
  if (value instanceof Uint8Array) return value.byteLength + valueBytes;
  if (typeof value !== "object" || value === null) return valueBytes;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + mostBytesOf(item), valueBytes);
  let sum = valueBytes;
  // Not `for in`, which takes nine times as long.
  for (const item of Object.values(value)) sum += mostBytesOf(item);
  return sum;
}

const valueBytes = 8;
