import { bytesOfRow, PageBytes } from "@parley/kernel";

// So many rows are read in one go, large or not.
const firstRows = 101;

/** What is read of a page's rows: as many as there are, or as an answer may hold in bytes and one more. */
export class PageReading {
  readonly #bytes = new PageBytes();
  #hasBegun = false;

  /** Absent for a page that is read in one go. */
  static of({ limit }: { readonly limit: number }): PageReading | undefined {
    return limit <= firstRows ? undefined : new PageReading();
  }

  /** How many rows to read next; 0 when no more are wanted. */
  get more(): number {
    return this.#hasBegun ? this.#bytes.more : firstRows;
  }

  take(row: unknown): void {
    this.#hasBegun = true;
    this.#bytes.admits(bytesOfRow(row));
  }
}
