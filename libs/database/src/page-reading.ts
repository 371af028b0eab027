import { bytesOfRow, PageBytes } from "@parley/kernel";
import type { Statement } from "./statement.ts";

// So many rows are read in one go, large or not, until pages of a statement are seen to hold fewer.
const usualRows = 101;
const rowsOfFullPage = new WeakMap<Statement<never, unknown>, number>();

/** What is read of a page's rows: as many as there are, or as an answer may hold in bytes and one more. */
export class PageReading {
  readonly #statement: Statement<never, unknown>;
  readonly #bytes = new PageBytes();
  #rows = 0;

  private constructor(statement: Statement<never, unknown>) {
    this.#statement = statement;
  }

  /** Absent for a page that is read in one go. */
  static of(statement: Statement<never, unknown>, { limit }: { readonly limit: number }): PageReading | undefined {
    return limit <= (rowsOfFullPage.get(statement) ?? usualRows) ? undefined : new PageReading(statement);
  }

  /** How many rows to read next; 0 when no more are wanted. */
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
