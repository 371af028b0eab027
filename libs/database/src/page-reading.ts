import { bytesOfRow, PageBytes } from "@parley/kernel";
import type { Statement } from "./statement.ts";

// The number of rows to read first. It is lower for a statement whose pages have turned out to hold fewer.
const usualRows = 101;
const rowsOfFullPage = new WeakMap<Statement<never, unknown>, number>();

/** Decides how many rows of a page are read: all, or as many as fit into a response in bytes, plus one. */
export class PageReading {
  readonly #statement: Statement<never, unknown>;
  readonly #bytes = new PageBytes();
  #rows = 0;

  private constructor(statement: Statement<never, unknown>) {
    this.#statement = statement;
  }

  /** Undefined when the whole page is to be read at once. */
  static of(statement: Statement<never, unknown>, { limit }: { readonly limit: number }): PageReading | undefined {
    return limit <= (rowsOfFullPage.get(statement) ?? usualRows) ? undefined : new PageReading(statement);
  }

  /** The number of rows to read next; 0 when the page is complete. */
  get more(): number {
    if (this.#rows === 0) return rowsOfFullPage.get(this.#statement) ?? usualRows;
    return this.#bytes.more;
  }

  take(row: unknown): void {
    this.#rows++;
    const fits = this.#bytes.admits(bytesOfRow(row));
    if (fits && this.#rows > (rowsOfFullPage.get(this.#statement) ?? 0)) rowsOfFullPage.delete(this.#statement);
    if (!fits && !rowsOfFullPage.has(this.#statement)) rowsOfFullPage.set(this.#statement, this.#rows);
  }
}
