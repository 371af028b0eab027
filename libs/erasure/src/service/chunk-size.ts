const firstRows = 1_000;
// Where the way to the database and back takes the time, fewer rows would not take less.
const fewestRows = 250;

/** How many rows the next chunk of a task looks at: as many as the time that one transaction may take allows. */
export class ChunkSize {
  readonly #mostRows: number;
  readonly #targetMs: number;
  #rows: number;

  constructor({ mostRows, targetMs }: { readonly mostRows: number; readonly targetMs: number }) {
    this.#mostRows = mostRows;
    this.#targetMs = targetMs;
    this.#rows = Math.min(firstRows, mostRows);
  }

  /** With a bound of rows a second (0: none) no more than what may go in one. */
  rows(rowsPerSecond: number): number {
    return rowsPerSecond === 0 ? this.#rows : Math.min(this.#rows, rowsPerSecond);
  }

  /** Learns from a chunk of this many rows; one that found fewer says nothing about how long more would take. */
  learn({ rows, isFull, tookMs }: { readonly rows: number; readonly isFull: boolean; readonly tookMs: number }): void {
    const fitting = Math.round((rows * this.#targetMs) / Math.max(tookMs, 0.1));
    // Not by one measurement alone: a checkpoint or a busy machine makes a chunk slow once.
    const next = Math.min(Math.max(fitting, Math.floor(rows / 2)), isFull ? rows * 2 : this.#rows);
    this.#rows = Math.min(Math.max(next, fewestRows), this.#mostRows);
  }
}
